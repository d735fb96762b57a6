import { assert, describe, it } from "vitest"
import { makeFindUnlistedProxy, makeForwarded } from "../../src/server/trustedProxies.ts"
import { makeExchange } from "./exchanges.ts"

const from = (remoteAddress: string, headers: Readonly<Record<string, string>> = {}) => ({
  ...makeExchange("GET", "/v1/models", { headers }).exchange,
  remoteAddress
})

const forwarded = { "x-forwarded-for": "203.0.113.7" }

describe("the address of a request", () => {
  it.each([
    ["of one listed proxy is the last hop", "10.9.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7"],
    [
      "of several is the last hop before them",
      "10.9.0.1",
      "198.51.100.1, 203.0.113.7, 10.9.0.2",
      "203.0.113.7"
    ],
    ["of proxies alone is the first of them", "10.9.0.1", "10.9.0.3, 10.9.0.2", "10.9.0.3"],
    ["of a sender that is not listed is its own", "203.0.113.9", "203.0.113.7", "203.0.113.9"],
    ["behind a hop that is no address is the sender's", "10.9.0.1", "203.0.113.7, x", "10.9.0.1"]
  ])("%s", (_, sender, hops, expected) => {
    const { remoteAddress } = makeForwarded(["10.9.0.0/16"])(from(sender, { "x-forwarded-for": hops }))
    assert.strictEqual(remoteAddress, expected)
  })
})

describe("a proxy that is not listed", () => {
  it.each(["127.0.0.1", "::1", "::ffff:10.0.0.5", "172.17.0.1", "192.168.1.2", "169.254.1.1", "fd00::1"])(
    "is found once at %s",
    (address) => {
      const find = makeFindUnlistedProxy(["10.9.0.0/16"])
      assert.isFalse(find(from(address)))
      assert.isTrue(find(from(address, forwarded)))
      assert.isFalse(find(from(address, forwarded)))
    }
  )

  it("is found by Forwarded, too", () =>
    assert.isTrue(makeFindUnlistedProxy([])(from("127.0.0.1", { forwarded: "for=203.0.113.7" }))))

  it.each(["10.9.1.1", "203.0.113.9", "2001:db8::1", ""])(
    "is not found at %s: listed, far or unknown",
    (address) => assert.isFalse(makeFindUnlistedProxy(["10.9.0.0/16"])(from(address, forwarded)))
  )
})
