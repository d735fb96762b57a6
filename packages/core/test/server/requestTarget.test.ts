import { assert, describe, it } from "vitest"
import { requestTarget } from "../../src/server/requestTarget.ts"

describe("the target", () => {
  it.each([
    ["http://a/b?c#d", "/b?c"],
    ["HTTPS://A:1/%2F/../b", "/%2F/../b"],
    ["http://[::1]:8080", "/"],
    ["http://a?b", "/?b"]
  ] as const)("of %s is as it was sent", (url, expected) => {
    assert.strictEqual(requestTarget(url), expected)
  })

  it.each(["/v1/models", "ftp://a/b", "", "ws://a"])("of %o: there is none", (url) => {
    assert.isUndefined(requestTarget(url))
  })
})
