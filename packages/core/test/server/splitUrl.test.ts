// The parts of a request URL.
import { assert, describe, it } from "vitest"
import { splitUrl } from "../../src/server/splitUrl.ts"

describe("the parts of a URL", () => {
  it.each([
    ["http://a/b?c#d", { scheme: "http", authority: "a", target: "/b?c" }],
    ["HTTPS://A:1/%2F/../b", { scheme: "https", authority: "A:1", target: "/%2F/../b" }],
    ["http://[::1]:8080", { scheme: "http", authority: "[::1]:8080", target: "/" }],
    ["http://a?b", { scheme: "http", authority: "a", target: "/?b" }]
  ] as const)("of %s are as they were sent", (url, expected) => {
    assert.deepStrictEqual(splitUrl(url), expected)
  })

  it.each(["/v1/models", "ftp://a/b", "", "ws://a"])("of %o: there are none", (url) => {
    assert.isUndefined(splitUrl(url))
  })
})
