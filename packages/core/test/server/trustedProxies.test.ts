import { assert, describe, it } from "vitest"
import { makeFindUnlistedProxy } from "../../src/server/trustedProxies.ts"
import { makeExchange } from "./exchanges.ts"

const from = (remoteAddress: string, headers: Readonly<Record<string, string>> = {}) => ({
  ...makeExchange("GET", "/v1/models", { headers }).exchange,
  remoteAddress
})

const forwarded = { "x-forwarded-for": "203.0.113.7" }

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
