// The mean of a score rounds to its most probable level, and turning the levels around changes nothing.
import { meanLevel } from "@leadline/core/decisions"
import * as FastCheck from "fast-check"
import { assert, describe, it } from "vitest"
import { moveMeanToMode } from "../../src/decisions/scores/meanToMode.ts"

const distribution = FastCheck.array(FastCheck.integer({ min: 1, max: 1_000 }), {
  minLength: 2,
  maxLength: 10
}).map((shares) => {
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => share / total)
})

const top = (p: ReadonlyArray<number>): number => p.indexOf(Math.max(...p))
const isUnsure = (p: ReadonlyArray<number>): boolean => {
  const [first = 0, second = 0] = p.toSorted((a, b) => b - a)
  return first - second < 0.05
}

describe("a shaped score", () => {
  it("keeps its most probable level, or leaves only its neighbour before it", () =>
    FastCheck.assert(
      FastCheck.property(distribution, (p) => {
        FastCheck.pre(!isUnsure(p))
        const shaped = moveMeanToMode(p)
        assert.closeTo(
          shaped.reduce((sum, share) => sum + share, 0),
          1,
          1e-9
        )
        assert.isTrue(shaped.every((share) => share >= 0))
        assert.isAtMost(Math.abs(top(shaped) - top(p)), 1)
      })
    ))

  it("rounds to the most probable of four levels", () =>
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(FastCheck.integer({ min: 1, max: 1_000 }), { minLength: 4, maxLength: 4 }),
        (shares) => {
          const total = shares.reduce((sum, share) => sum + share, 0)
          const p = shares.map((share) => share / total)
          FastCheck.pre(!isUnsure(p))
          assert.isAtMost(Math.abs(meanLevel(moveMeanToMode(p)) - top(p)), 0.5)
        }
      )
    ))

  it("is the same turned around", () =>
    FastCheck.assert(
      FastCheck.property(distribution, (p) => {
        const turned = moveMeanToMode(p.toReversed()).toReversed()
        for (const [level, share] of moveMeanToMode(p).entries())
          assert.closeTo(turned[level] ?? -1, share, 1e-9)
      })
    ))

  it("stays as it is where two levels are about equally likely, or the mean is there already", () => {
    for (const p of [[0.25, 0.25, 0.25, 0.25], [0.4, 0.4, 0.2], [0.41, 0.39, 0.1, 0.1], [0.2, 0.6, 0.2], [1]])
      assert.deepStrictEqual(moveMeanToMode(p), p)
  })
})
