// Rounds: the vector of two groups, and options whose weights do not depend on their company.
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { afterFinal, afterFirstRound, groupsOf } from "../../src/decisions/rounds.ts"

const close = (left: ReadonlyArray<number>, right: ReadonlyArray<number>, within = 1e-9) => {
  assert.strictEqual(left.length, right.length)
  for (const [index, value] of left.entries()) assert.closeTo(value, right[index] ?? NaN, within)
}

const softmax = (weights: ReadonlyArray<number>) => {
  const powers = weights.map((weight) => Math.exp(weight))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

describe("rounds", () => {
  it("weigh options by how they did against none of the above, and let the best share what they had", () => {
    const groups = [[0, 1], [2, 3], [4]]
    const p = [
      [0.6, 0.1, 0.3],
      [0.2, 0.2, 0.6],
      [0.5, 0.5]
    ]
    const first = afterFirstRound(groups, p, 2, 1e-12)
    close(first.shares, [0.5, 1 / 12, 1 / 12, 1 / 12, 0.25])
    assert.deepStrictEqual(first.finalists, [0, 4])
    close(afterFinal(first, [0.9, 0.1]), [0.675, 1 / 12, 1 / 12, 1 / 12, 0.075])
  })

  it.each([
    [17, 16, 2],
    [30, 16, 2],
    [31, 16, 3],
    [255, 16, 17],
    [255, 52, 5],
    [27, 26, 2],
    [3, 2, 3]
  ])("%i options and a cap of %i are %i groups, each with room for one more", (options, cap, count) => {
    const groups = groupsOf(options, cap)
    assert.strictEqual(groups.length, count)
    for (const group of groups) assert.isBelow(group.length, cap)
    assert.deepStrictEqual(
      groups.flat().toSorted((a, b) => a - b),
      Array.from({ length: options }, (_, option) => option)
    )
  })

  it("give the softmax of all weights where these do not depend on their company", () => {
    const cases = fc.record({
      weights: fc.array(fc.double({ min: -8, max: 8, noNaN: true }), { minLength: 3, maxLength: 255 }),
      cap: fc.integer({ min: 2, max: 60 }),
      none: fc.double({ min: -4, max: 4, noNaN: true })
    })
    fc.assert(
      fc.property(cases, ({ cap, none, weights }) => {
        const groups = groupsOf(weights.length, cap)
        const of = (options: ReadonlyArray<number>) => options.map((option) => weights[option] ?? NaN)
        const first = afterFirstRound(
          groups,
          groups.map((group) => softmax([...of(group), none])),
          cap,
          1e-12
        )
        close(afterFinal(first, softmax(of(first.finalists))), softmax(weights), 1e-8)
      })
    )
  })
})
