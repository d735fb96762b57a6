import { assert, describe, it } from "vitest"
import { address, countedAddress, parseNetwork, shownAddress } from "../../src/server/networks.ts"

const counted = (text: string) => countedAddress(address(text) ?? assert.fail(text))

describe("an address in a log", () => {
  it.each([
    ["203.0.113.77", "truncated", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "truncated", "203.0.113.0/24"],
    ["2001:db8:1:2::7", "truncated", "2001:db8:1::/48"],
    ["::ffff:203.0.113.77", "full", "203.0.113.77"],
    ["2001:DB8:0::7", "full", "2001:db8::7"],
    ["203.0.113.77", "off", null],
    ["evil\ntext", "full", null],
    [undefined, "full", null]
  ] as const)("%s, %s, is %s", (text, detail, shown) => {
    assert.strictEqual(shownAddress(text, detail), shown)
  })
})

describe("limits count", () => {
  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["203.0.113.7", "::ffff:203.0.113.7", true],
    ["203.0.113.7", "203.0.113.8", false],
    ["::ffff:203.0.113.7", "::ffff:203.0.113.8", false]
  ])("%s and %s as one address: %s", (one, other, isOne) => {
    assert.strictEqual(counted(one) === counted(other), isOne)
  })
})

describe("a network", () => {
  it.each([
    ["10.0.0.0/8", true],
    ["::ffff:10.0.0.1", true],
    ["::/0", true],
    ["::ffff:0:0/95", false],
    ["::fffe:0:0/95", true],
    ["::ffff:0:0/96", false],
    ["::ffff:10.0.0.0/104", false],
    ["::ffff:10.0.0.1/128", false],
    ["2001:db8::/32", true]
  ])("%s may be written: %s", (text, valid) => {
    assert.strictEqual(parseNetwork(text) !== undefined, valid)
  })
})
