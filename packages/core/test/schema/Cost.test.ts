// Money is exact: parts to 9 decimals, totals as their sums.
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { costOf, perMillion, perThousand, sumOf } from "../../src/schema/Cost.ts"

const tokens = (count: number, usd: number) => costOf(count, perMillion(usd))

describe("a part", () => {
  it.each([
    ["9 decimals", tokens(9, 0.008), 0.000000072],
    ["9 decimals", costOf(1, perThousand(0.5)), 0.0005],
    ["half up at the tenth decimal, one digit below", costOf(1, 499), 0],
    ["half up at the tenth decimal", costOf(1, 500), 0.000000001],
    ["a whole number beyond those of a double", costOf(9_007_199_254_740_991, 1000), 9_007_199.254740991]
  ])("is exact to %s: %d is %d", (_, cost, wanted) => {
    assert.strictEqual(cost, wanted)
  })
})

describe("a total", () => {
  it("is the sum of rounded parts, without the noise of doubles", () => {
    assert.strictEqual(sumOf([]), 0)
    assert.strictEqual(sumOf([0.1, 0.2]), 0.3)
    assert.strictEqual(sumOf([tokens(12, 3), tokens(34, 15), costOf(1, perThousand(10))]), 0.010546)
  })

  it("is what the decimal digits say, whatever the parts", () => {
    const nano = FastCheck.bigInt({ min: 0n, max: 10n ** 14n })
    FastCheck.assert(
      FastCheck.property(FastCheck.array(nano, { maxLength: 20 }), (parts) => {
        const total = parts.reduce((sum, part) => sum + part, 0n)
        const digits = total.toString().padStart(10, "0")
        assert.strictEqual(
          sumOf(parts.map((part) => Number(part) / 1e9)),
          Number(`${digits.slice(0, -9)}.${digits.slice(-9)}`)
        )
      })
    )
  })
})
