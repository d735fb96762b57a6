// The mean of a score rounds to its most probable level, and turning the levels around changes nothing.
import { meanLevel } from "@leadline/core/decisions"
import * as fc from "fast-check"
import { assert, it } from "vitest"
import { moveMeanToMode } from "../../src/decisions/scores/meanToMode.ts"

const sum = (p: ReadonlyArray<number>) => p.reduce((total, share) => total + share, 0)

const distribution = fc
  .array(fc.integer({ min: 1, max: 1_000 }), { minLength: 2, maxLength: 10 })
  .map((shares) => shares.map((share) => share / sum(shares)))

const top = (p: ReadonlyArray<number>): number => p.indexOf(Math.max(...p))
const isUnsure = (p: ReadonlyArray<number>): boolean => {
  const [first = 0, second = 0] = p.toSorted((a, b) => b - a)
  return first - second < 0.1
}

it("a shaped score keeps its most probable level or its neighbour, also turned around", () => {
  fc.assert(
    fc.property(distribution, (p) => {
      const shaped = moveMeanToMode(p)
      const turned = moveMeanToMode(p.toReversed()).toReversed()
      for (const [level, share] of shaped.entries()) assert.closeTo(turned[level] ?? -1, share, 1e-9)
      if (isUnsure(p)) return
      assert.closeTo(sum(shaped), 1, 1e-9)
      assert.isTrue(shaped.every((share) => share >= 0))
      assert.isAtMost(Math.abs(top(shaped) - top(p)), 1)
      if (p.length === 4) assert.isAtMost(Math.abs(meanLevel(shaped) - top(p)), 0.5)
    }),
    { numRuns: 400 }
  )
})

it.each([[[0.25, 0.25, 0.25, 0.25]], [[0.4, 0.4, 0.2]], [[0.41, 0.39, 0.1, 0.1]], [[0.2, 0.6, 0.2]], [[1]]])(
  "a score of equally likely levels, or with its mean there already, stays as it is: %j",
  (p) => assert.deepStrictEqual(moveMeanToMode(p), p)
)
