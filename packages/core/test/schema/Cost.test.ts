// Money is exact: parts to 9 decimals, totals as their sums.
import { assert, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { costOf, perMillion, sumOf } from "../../src/schema/Cost.ts"

it.each([
  ["9 decimals", costOf(9, perMillion(0.008)), 0.000000072],
  ["half up at the tenth decimal, one digit below", costOf(1, 499), 0],
  ["half up at the tenth decimal", costOf(1, 500), 0.000000001],
  ["a whole number beyond those of a double", costOf(9_007_199_254_740_991, 1000), 9_007_199.254740991]
])("a part is exact to %s: %d is %d", (_, cost, wanted) => {
  assert.strictEqual(cost, wanted)
})

it("a total is what the decimal digits of its parts say, without the noise of doubles", () => {
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
