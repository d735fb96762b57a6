// Which proxy of the environment a request goes through.
import { assert, describe, it } from "vitest"
import { always, fromEnvironment } from "../src/proxy.ts"

const chosen = (env: { readonly [name: string]: string }, url: string) => {
  const { hostname, port, protocol } = new URL(url)
  return fromEnvironment(env)({ hostname, port, protocol })?.target.host
}

describe("NO_PROXY", () => {
  const all = { HTTP_PROXY: "http://plain.proxy:1", HTTPS_PROXY: "http://secure.proxy:1" }
  const rows: ReadonlyArray<readonly [noProxy: string, url: string, isExempt: boolean]> = [
    ["", "http://a.example", false],
    ["*", "http://a.example", true],
    ["A.example", "http://b.a.Example", true],
    ["a.example", "http://ba.example", false],
    [".a.example", "http://b.a.example", true],
    [".a.example", "http://a.example", true],
    ["*.a.example", "http://b.a.example", true],
    ["*.a.example", "http://a.example", false],
    ["b.example  c.example, a.example,", "http://a.example", true],
    ["a.example:443", "http://a.example", false],
    ["a.example:443", "https://a.example", true],
    ["::1", "http://[::1]:8080", true],
    ["[::1]:8080", "http://[::1]", false]
  ]
  it.each(rows)("%j and %s", (noProxy, url, isExempt) => {
    const proxy = url.startsWith("https") ? "secure.proxy:1" : "plain.proxy:1"
    assert.strictEqual(chosen({ ...all, NO_PROXY: noProxy }, url), isExempt ? undefined : proxy)
  })
})

describe("the variables", () => {
  const [p, q] = ["http://p:1", "http://q:1"]
  it.each([
    ["hold for their own scheme", { HTTP_PROXY: p }, "https://a.example", undefined],
    [
      "win in lower case",
      { http_proxy: p, HTTP_PROXY: q, no_proxy: "", NO_PROXY: "*" },
      "http://a.example",
      "p:1"
    ],
    ["may leave the scheme out", { HTTP_PROXY: "p:3128" }, "http://a.example", "p:3128"],
    ["count as not set when they are empty", { HTTP_PROXY: " " }, "http://a.example", undefined]
  ] as ReadonlyArray<readonly [string, { readonly [name: string]: string }, string, string | undefined]>)(
    "%s: %j",
    (_, env, url, host) => assert.strictEqual(chosen(env, url), host)
  )

  it("that are no URL are refused by name", () => {
    assert.throws(() => chosen({ HTTPS_PROXY: "socks5://p:1" }, "http://a.example"), /^HTTPS_PROXY: expected/)
    for (const url of ["http://", "http://%zz:x@p:1", "ftp://p", "p:3128", ""])
      assert.throws(() => always(url), TypeError, /^proxy: expected an http or https URL$/)
  })
})
