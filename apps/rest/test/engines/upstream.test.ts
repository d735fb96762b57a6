// Engines by configuration: who answers what, where an upstream server may be, and a whole mix as processes.
import { assert, describe, it } from "vitest"
import { embedded, literal, makeAllows, parseEngines } from "../../src/settings/engines.ts"
import { ask, start } from "../support/serverProcess.ts"

const all = {
  chat: "upstream",
  decisions: "upstream",
  embeddings: "upstream",
  models: "upstream",
  responses: "upstream",
  search: "upstream",
  "async-chat": "embedded"
}

describe("LEADLINE_ENGINE", () => {
  it.each([
    ["embedded", embedded],
    ["upstream", all],
    ["upstream,search=embedded", { ...all, search: "embedded" }],
    ["upstream, async-chat=upstream", { ...all, "async-chat": "upstream" }],
    ["decisions=upstream", { ...embedded, decisions: "upstream" }],
    ["search=embedded,chat=upstream", { ...embedded, chat: "upstream" }]
  ] as const)("%s", (text, engines) => {
    assert.deepStrictEqual<unknown>(parseEngines(text), engines)
  })
})

const inside = [
  "10.0.0.5",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "fd00::1"
]
const outside = ["93.184.215.14", "2606:2800:21f::1"]

describe("the upstream server", () => {
  it.each([
    ["https://api.example", [], outside, [...inside, "127.0.0.1", "::1", "::ffff:10.0.0.5"]],
    [
      "https://api.example",
      ["10.0.0.0/8"],
      [...outside, "10.9.8.7", "::ffff:10.0.0.5"],
      ["192.168.1.1", "::1"]
    ],
    ["http://localhost:8080", [], ["127.0.0.1", "::1", "127.9.9.9"], [...inside, ...outside]],
    ["http://[::1]:8080", [], ["::1"], outside],
    ["http://api.example", ["10.0.0.5"], ["10.0.0.5"], ["10.0.0.6", "127.0.0.1", ...outside]]
  ] as const)(
    "of %s, with %j listed, stands at allowed addresses only",
    (url, networks, allowed, refused) => {
      const allows = makeAllows(new URL(url), networks)
      assert.deepStrictEqual(
        allowed.filter((address) => !allows(address)),
        []
      )
      assert.deepStrictEqual(refused.filter(allows), [])
    }
  )

  it("is an address or a name", () => {
    assert.deepStrictEqual(
      [literal("[::1]"), literal("10.0.0.1"), literal("a.example")],
      ["::1", "10.0.0.1", undefined]
    )
  })
})

describe("the process", () => {
  it("asks the upstream server for what it is told to, and answers the rest itself", async () => {
    const upstream = start({})
    const beneath = await upstream.ready()
    const proxy = start({
      LEADLINE_ENGINE: "upstream,models=embedded",
      LEADLINE_UPSTREAM_URL: beneath.baseUrl,
      LEADLINE_UPSTREAM_API_KEY: beneath.key
    })
    const { baseUrl, key } = await proxy.ready()
    const answered = await ask(baseUrl, key)
    assert.strictEqual(answered.status, 200)
    assert.isNotNull(answered.headers.get("x-leadline-upstream-request-id"))
    assert.strictEqual((await ask(baseUrl, beneath.key)).status, 401)
    upstream.child.kill("SIGTERM")
    await upstream.ended
    assert.strictEqual((await ask(baseUrl, key)).status, 502)
    assert.strictEqual((await fetch(`${baseUrl}/v1/models`)).status, 200)
    assert.notInclude(proxy.seen.out + proxy.seen.error, beneath.key)
  })

  it.each([
    [{}, "LEADLINE_UPSTREAM_URL: is needed"],
    [{ LEADLINE_UPSTREAM_URL: "https://api.example" }, "LEADLINE_UPSTREAM_API_KEY: is needed"],
    [
      { LEADLINE_UPSTREAM_URL: "http://api.example", LEADLINE_UPSTREAM_API_KEY: "k" },
      "LEADLINE_UPSTREAM_URL: http reaches this machine"
    ],
    [
      { LEADLINE_UPSTREAM_URL: "https://10.0.0.5", LEADLINE_UPSTREAM_API_KEY: "k" },
      "LEADLINE_UPSTREAM_URL: 10.0.0.5 is at 10.0.0.5, which is not public"
    ]
  ])("does not start with %j alone", async (env, words) => {
    const { ended, seen } = start({ LEADLINE_ENGINE: "upstream", ...env })
    assert.strictEqual(await ended, 1)
    assert.include(seen.error, `leadline: ${words}`)
  })
})
