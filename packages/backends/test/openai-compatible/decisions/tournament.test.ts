// The arithmetic of many options, of several orders and of priors.
import { assert, describe, it } from "vitest"
import {
  geometricMean,
  makePriors,
  rotationsOf,
  temperatureOf,
  withoutPrior
} from "../../../src/openai-compatible/decisions/calibration.ts"
import { combine, finalistsOf, groupShares, groupsOf, softmax } from "../../../src/decisions/tournament.ts"

const logs = (p: ReadonlyArray<number>) => p.map((one) => Math.log(one))

const close = (actual: ReadonlyArray<number>, wanted: ReadonlyArray<number>) => {
  assert.strictEqual(actual.length, wanted.length)
  for (const [index, value] of actual.entries()) assert.closeTo(value, wanted[index] ?? NaN, 1e-9)
}

describe("a tournament", () => {
  it("of five options in groups of two has the shares of the final and of the groups", () => {
    const groups = [[0, 1], [2, 3], [4]]
    const shares = groupShares(5, groups, [logs([0.6, 0.1, 0.3]), logs([0.2, 0.2, 0.6]), logs([0.5, 0.5])])
    close(shares, [0.5, 0.25 / 3, 0.25 / 3, 0.25 / 3, 0.25])
    const chosen = finalistsOf(shares, 2)
    assert.deepStrictEqual(chosen, [0, 4])
    const p = combine(shares, chosen, logs([0.9, 0.1])).map(Math.exp)
    close(p, [0.675, 0.25 / 3, 0.25 / 3, 0.25 / 3, 0.075])
    assert.closeTo(
      p.reduce((sum, one) => sum + one, 0),
      1,
      1e-12
    )
  })

  it.each([
    [17, 2],
    [30, 2],
    [31, 3],
    [45, 3],
    [255, 17]
  ])("of %i options has %i groups, each option in one", (count, groups) => {
    const made = groupsOf(count)
    assert.strictEqual(made.length, groups)
    assert.isTrue(made.every((group) => group.length >= 1 && group.length <= 15))
    assert.deepStrictEqual(
      made.flat().toSorted((a, b) => a - b),
      Array.from({ length: count }, (_, index) => index)
    )
    assert.deepStrictEqual(made[0]?.slice(0, 2), [0, groups])
  })

  it("equal shares go to the final in the caller's order", () => {
    assert.deepStrictEqual(finalistsOf([0.1, 0.3, 0.3, 0.3], 2), [1, 2])
  })
})

const askOf = (type: "noul" | "choice" | "score", count: number) => ({
  type,
  instructions: null,
  options: Array.from({ length: count }, () => ({ name: "", description: null }))
})

describe("calibration", () => {
  it("the geometric mean of two orders", () => {
    const mean = softmax(geometricMean([logs([0.6, 0.3, 0.1]), logs([0.3, 0.5, 0.2])]))
    for (const [index, wanted] of [0.445195487, 0.406406018, 0.148398496].entries())
      assert.closeTo(mean[index] ?? NaN, wanted, 1e-9)
  })

  it("a prior is taken out to three quarters", () => {
    const p = softmax(withoutPrior(logs([0.5, 0.3, 0.2]), [0.6, 0.2, 0.2]))
    for (const [index, wanted] of [0.304923875, 0.417045675, 0.27803045].entries())
      assert.closeTo(p[index] ?? NaN, wanted, 1e-9)
  })

  it("a prior is used from the eighth input of its question on", () => {
    const priors = makePriors()
    const ask = { type: "noul", instructions: "x", options: [] } as const
    const weights = logs([0.8, 0.2])
    for (let input = 1; input < 8; input++) assert.strictEqual(priors(ask, weights), weights)
    close(softmax(priors(ask, weights)), softmax(withoutPrior(weights, [0.8, 0.2])))
    assert.strictEqual(priors({ ...ask, instructions: "y" }, weights), weights)
  })

  it("rotations are spread evenly, and at most one per option", () => {
    assert.deepStrictEqual(rotationsOf(4, 2), [
      [0, 1, 2, 3],
      [2, 3, 0, 1]
    ])
    assert.strictEqual(rotationsOf(3, 16).length, 3)
  })

  it("temperatures are looked up by kind and number of options, and clamped", () => {
    const table = { noul: 1.5, choice: { "3-5": 2, "32-255": 100 }, score: { "2": 0.01 } }
    assert.strictEqual(temperatureOf(table, askOf("noul", 2)), 1.5)
    assert.strictEqual(temperatureOf(table, askOf("choice", 2)), 1)
    assert.strictEqual(temperatureOf(table, askOf("choice", 5)), 2)
    assert.strictEqual(temperatureOf(table, askOf("choice", 255)), 8)
    assert.strictEqual(temperatureOf(table, askOf("score", 2)), 0.25)
    assert.strictEqual(temperatureOf(undefined, askOf("score", 2)), 1)
  })
})
