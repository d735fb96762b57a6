// Addresses in logs and limits, networks as they are written, and the proxies that may name another address.
import { assert, describe, it } from "vitest"
import { address, countedAddress, parseNetwork, shownAddress } from "../../src/server/networks.ts"
import { makeFindUnlistedProxy, makeForwarded } from "../../src/server/trustedProxies.ts"
import { makeExchange } from "./exchanges.ts"

it.each([
  ["::ffff:203.0.113.77", "truncated", "203.0.113.0/24"],
  ["2001:db8:1:2::7", "truncated", "2001:db8:1::/48"],
  ["::ffff:203.0.113.77", "full", "203.0.113.77"],
  ["evil\ntext", "full", null]
] as const)("in a log the address %s, %s, is %s", (text, detail, shown) => {
  assert.strictEqual(shownAddress(text, detail), shown)
})

it.each([
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
  ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ["203.0.113.7", "::ffff:203.0.113.7", true]
])("limits count %s and %s as one address: %s", (one, other, isOne) => {
  const [first, second] = [one, other].map((text) => countedAddress(address(text) ?? assert.fail(text)))
  assert.strictEqual(first === second, isOne)
})

it.each([
  ["::ffff:10.0.0.1", true],
  ["2001:db8::/32", true],
  ["::fffe:0:0/95", true],
  ["::ffff:0:0/95", false],
  ["::ffff:10.0.0.1/128", false]
])("the network %s may be written: %s", (text, valid) => {
  assert.strictEqual(parseNetwork(text) !== undefined, valid)
})

describe("the address of a request", () => {
  it.each([
    ["of several is the last hop before them", "10.9.0.1", "1.1.1.1, 203.0.113.7, 10.9.0.2", "203.0.113.7"],
    ["of proxies alone is the first of them", "10.9.0.1", "10.9.0.3, 10.9.0.2", "10.9.0.3"],
    ["of a sender that is not listed is its own", "203.0.113.9", "203.0.113.7", "203.0.113.9"],
    ["behind a hop that is no address is the sender's", "10.9.0.1", "203.0.113.7, x", "10.9.0.1"]
  ])("%s", (_, sender, hops, expected) => {
    const forwarded = makeForwarded(["10.9.0.0/16"])(
      makeExchange({ remoteAddress: sender, headers: { "x-forwarded-for": hops } })
    )
    assert.strictEqual(forwarded.remoteAddress, expected)
  })
})

const from = (remoteAddress: string, header = "x-forwarded-for") =>
  makeExchange({ remoteAddress, headers: { [header]: "203.0.113.7" } })

describe("a proxy that is not listed", () => {
  it.each(["127.0.0.1", "::1", "::ffff:10.0.0.5", "192.168.1.2", "169.254.1.1", "fd00::1"])(
    "is found once at %s",
    (near) => {
      const find = makeFindUnlistedProxy(["10.9.0.0/16"])
      assert.isFalse(find(makeExchange({ remoteAddress: near })))
      assert.isTrue(find(from(near, "forwarded")))
      assert.isFalse(find(from(near)))
    }
  )

  it.each(["10.9.1.1", "203.0.113.9", "2001:db8::1", ""])(
    "is not found at %s: listed, far or unknown",
    (other) => assert.isFalse(makeFindUnlistedProxy(["10.9.0.0/16"])(from(other)))
  )
})
