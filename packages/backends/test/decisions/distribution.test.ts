// Distributions: how far rounding excuses a sum, and how little is changed to complete it.
import { assert, describe, it } from "vitest"
import { distribution, isLikeliest, keptDecimals } from "../../src/decisions/distribution.ts"

describe("a distribution", () => {
  it.each([
    ["a sum beyond the rounding of two decimals", [0.5, 0.3, 0.17], 2],
    ["255 zeros, whose sum rounding excuses", Array.from({ length: 255 }, () => 0), 2],
    ["NaN", [Number.NaN, 1], undefined],
    ["nothing", [], 2]
  ])("is not made of %s", (_name, values, decimals) => assert.isUndefined(distribution(values, decimals)))

  it("of two decimals is completed by the same for each, within the rounding", () => {
    for (const share of distribution([0.33, 0.33, 0.33], 2) ?? [0]) assert.closeTo(share, 1 / 3, 1e-12)
    const [first = 0, second = 0] = distribution([0.3, ...Array.from({ length: 254 }, () => 0)], 2) ?? []
    assert.closeTo(first, 0.3 + 0.7 / 255, 1e-12)
    assert.closeTo(second, 0.7 / 255, 1e-12)
  })

  it.each([
    [[0.3, 0], 2, 2],
    [[0.3333, 0.6667], 2, 4],
    [[1 / 3, 2 / 3], 2, undefined]
  ])("is excused by rounding only as far as its values are rounded: %j", (values, decimals, kept) =>
    assert.strictEqual(keptDecimals(values, decimals), kept)
  )

  it.each([
    [[0.46, 0.45, 0.09], 1, 2, true],
    [[0.5, 0.4, 0.1], 1, 2, false],
    [[0.46, 0.45, 0.09], 1, undefined, false],
    [[0.5, 0.5], -1, 2, false]
  ])("has its likeliest option within the rounding: %j %i", (values, at, decimals, expected) =>
    assert.strictEqual(isLikeliest(values, at, decimals), expected)
  )
})
