import { assert, describe, it } from "vitest"
import { shownAddress } from "../../src/server/networks.ts"

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
