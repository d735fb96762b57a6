// Labels of tokens; the arithmetic of many options, of several orders and of priors.
import { assert, describe, it } from "vitest"
import { labelOfToken, labelsOf } from "../../../src/openai-compatible/decisions/labels.ts"
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

describe("labels", () => {
  it.each([
    ["choice", 4, "A", 0],
    ["choice", 4, " B", 1],
    ["choice", 4, "**(C).", 2],
    ["choice", 4, "E", -1],
    ["noul", 2, "Yes", 0],
    ["noul", 2, "Y", 0],
    ["noul", 2, "not", -1],
    ["score", 3, "2", 2],
    ["score", 3, "3", -1]
  ] as const)("of a %s with %i options: %j is %i", (type, count, token, label) => {
    assert.strictEqual(labelOfToken(labelsOf(type, count), token), label)
  })

  it("a token that begins two labels counts for none", () => {
    const labels = { labels: ["alpha", "also"], ignoreCase: false }
    assert.deepStrictEqual([labelOfToken(labels, "al"), labelOfToken(labels, "alp")], [-1, 0])
  })
})

describe("a tournament", () => {
  it("of five options in groups of two has the shares of the final and of the groups", () => {
    const groups = [[0, 1], [2, 3], [4]]
    const shares = groupShares(5, groups, [logs([0.6, 0.1, 0.3]), logs([0.2, 0.2, 0.6]), logs([0.5, 0.5])])
    close(shares, [0.5, 0.25 / 3, 0.25 / 3, 0.25 / 3, 0.25])
    const chosen = finalistsOf(shares, 2)
    assert.deepStrictEqual(chosen, [0, 4])
    close(combine(shares, chosen, logs([0.9, 0.1])).map(Math.exp), [
      0.675,
      0.25 / 3,
      0.25 / 3,
      0.25 / 3,
      0.075
    ])
    assert.deepStrictEqual(
      finalistsOf([0.1, 0.3, 0.3, 0.3], 2),
      [1, 2],
      "equal shares, in the caller's order"
    )
  })

  it("has at most 15 options in a group, each option in one", () => {
    for (const count of [16, 30, 31, 255]) {
      const groups = groupsOf(count)
      assert.isAtMost(Math.max(...groups.map(({ length }) => length)), 15)
      assert.sameMembers(groups.flat(), [...Array(count).keys()])
    }
  })
})

describe("calibration", () => {
  it.each([
    [
      "the geometric mean of two orders",
      geometricMean([logs([0.6, 0.3, 0.1]), logs([0.3, 0.5, 0.2])]),
      [0.445195487, 0.406406018, 0.148398496]
    ],
    [
      "a prior taken out to three quarters",
      withoutPrior(logs([0.5, 0.3, 0.2]), [0.6, 0.2, 0.2]),
      [0.304923875, 0.417045675, 0.27803045]
    ]
  ])("has %s", (_name, weights, expected) => close(softmax(weights), expected))

  it("uses a prior from the eighth input of its question on, in its key group alone", () => {
    const priors = makePriors()
    const ask = { type: "noul", instructions: "x", options: [] } as const
    const weights = logs([0.8, 0.2])
    for (let input = 1; input < 8; input++) assert.strictEqual(priors("a", ask, weights), weights)
    close(softmax(priors("a", ask, weights)), softmax(withoutPrior(weights, [0.8, 0.2])))
    assert.strictEqual(priors("a", { ...ask, instructions: "y" }, weights), weights)
    assert.strictEqual(priors("b", ask, weights), weights)
  })

  it("spreads rotations evenly, at most one per option", () => {
    const half = [2, 3, 0, 1]
    assert.deepStrictEqual(rotationsOf(4, 2), [[0, 1, 2, 3], half])
    assert.strictEqual(rotationsOf(3, 16).length, 3)
  })

  const table = { noul: 1.5, choice: { "3-5": 2, "32-255": 100 }, score: { "2": 0.01 } }
  it.each([
    [table, "noul", 2, 1.5],
    [table, "choice", 5, 2],
    [table, "choice", 255, 8],
    [table, "score", 2, 0.25]
  ] as const)(
    "looks temperatures up by kind and number of options, clamped: %# %s %i",
    (given, type, count, expected) => {
      const options = Array.from({ length: count }, () => ({ name: "", description: null }))
      assert.strictEqual(temperatureOf(given, { type, instructions: null, options }), expected)
    }
  )
})
