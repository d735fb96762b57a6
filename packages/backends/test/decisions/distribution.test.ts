// What is a distribution, how far rounding excuses a sum, and how little is changed to complete it.
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { distribution, isLikeliest, keptDecimals } from "../../src/decisions/distribution.ts"

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

describe("a distribution", () => {
  it.each([
    ["a sum of 0.98 without rounding", [0.5, 0.48], undefined],
    ["a sum beyond the rounding of two decimals", [0.5, 0.3, 0.17], 2],
    ["a sum beyond the rounding of four decimals", [0.5, 0.4995], 4],
    ["zeros alone", [0, 0], 2],
    ["255 zeros, whose sum rounding excuses", Array.from({ length: 255 }, () => 0), 2],
    ["a negative number", [1.1, -0.1], 2],
    ["a number above 1", [1.0001, 0], undefined],
    ["null", [null, 1], 2],
    ["text", ["0.5", 0.5], 2],
    ["NaN", [Number.NaN, 1], undefined],
    ["nothing", [], 2]
  ])("is not made of %s", (_name, values, decimals) => {
    assert.isUndefined(distribution(values, decimals))
  })

  it("of two decimals is completed by the same for each, within the rounding", () => {
    const shares = distribution([0.33, 0.33, 0.33], 2) ?? []
    for (const share of shares) assert.closeTo(share, 1 / 3, 1e-12)
    const [first = 0, second = 0] = distribution([0.3, ...Array.from({ length: 254 }, () => 0)], 2) ?? []
    assert.closeTo(first, 0.3 + 0.7 / 255, 1e-12)
    assert.closeTo(second, 0.7 / 255, 1e-12)
  })

  it("is what was rounded, within half a unit more", () => {
    const weights = fc.array(fc.double({ min: 0.001, max: 10, noNaN: true }), {
      minLength: 2,
      maxLength: 255
    })
    fc.assert(
      fc.property(weights, fc.constantFrom(2, 4, undefined), (given, decimals) => {
        const meant = given.map((weight) => weight / sum(given))
        const values = decimals === undefined ? meant : meant.map((share) => Number(share.toFixed(decimals)))
        const shares = distribution(values, decimals)
        // Very many equal options of two decimals are all 0.
        if (values.every((value) => value === 0)) return assert.isUndefined(shares)
        assert.closeTo(sum(shares ?? []), 1, 1e-9)
        const unit = decimals === undefined ? 1e-9 : 10 ** -decimals
        for (const [index, share] of (shares ?? []).entries())
          assert.isAtMost(Math.abs(share - (meant[index] ?? NaN)), 2 * unit)
        return undefined
      })
    )
  })

  it("is excused by rounding only as far as its values are rounded", () => {
    assert.strictEqual(keptDecimals([0.33, 0.67], 2), 2)
    assert.strictEqual(keptDecimals([0.3, 0], 2), 2)
    assert.strictEqual(keptDecimals([0.3333, 0.6667], 2), 4)
    assert.strictEqual(keptDecimals([1 / 3, 2 / 3], 2), undefined)
    assert.strictEqual(keptDecimals([0.5, 0.5], undefined), undefined)
    assert.strictEqual(keptDecimals([null, 0.5], 2), 2)
  })

  it("has its likeliest option within the rounding", () => {
    assert.isTrue(isLikeliest([0.45, 0.45, 0.1], 1, 2))
    assert.isTrue(isLikeliest([0.46, 0.45, 0.09], 1, 2))
    assert.isFalse(isLikeliest([0.5, 0.4, 0.1], 1, 2))
    assert.isFalse(isLikeliest([0.46, 0.45, 0.09], 1, undefined))
    assert.isFalse(isLikeliest([0.5, 0.5], -1, 2))
  })
})
