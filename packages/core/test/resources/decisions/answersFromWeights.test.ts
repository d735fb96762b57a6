// What is read from weights. Whole answers are in the wire cases of packages/lab.
import { assert, it } from "@effect/vitest"
import * as Readout from "../../../src/resources/decisions/answersFromWeights.ts"

/** The probabilities of weights, which are valid. */
const read = (weights: ReadonlyArray<number>, t?: number): ReadonlyArray<number> =>
  Readout.probabilities(weights, t) ?? assert.fail("no probabilities")

/** To the nine digits the vectors are given in. */
const digits = (values: ReadonlyArray<number>) => values.map((value) => Number(value.toFixed(9)))

/** What is read from probabilities, to nine digits. */
const readFrom = (p: ReadonlyArray<number>) => {
  const [choice, mean, score] = digits([
    Readout.choiceConfidence(p),
    Readout.meanLevel(p),
    Readout.scoreConfidence(p)
  ])
  return { p: digits(p), first: Readout.firstArgmax(p), choice, mean, score }
}

it.each<readonly [string, ReadonlyArray<number>, Partial<ReturnType<typeof readFrom>>]>([
  [
    "weights 2, 1, 0 at temperature 1",
    read([2, 1, 0], 1),
    {
      p: [0.665240956, 0.244728471, 0.090030573],
      choice: 0.497861434,
      mean: 0.424789617,
      score: 0.362815574
    }
  ],
  ["far below zero nothing underflows", read([-1000, -1001]), { p: [0.731058579, 0.268941421] }],
  ["-Infinity is a probability of 0", read([0, -Infinity]), { p: [1, 0], choice: 1 }],
  [
    "the first of two equal options wins",
    read([-3, -3, -3.5]),
    { p: [0.383651731, 0.383651731, 0.232696538], first: 0, choice: 0.075477597 }
  ],
  ["the confidence of a choice is no entropy", [0.91, 0.02, 0.03, 0.04], { choice: 0.88 }],
  ["a score next to its second level", [0, 0.95, 0.05], { mean: 1.05, score: 0.925 }],
  ["a score between both ends has confidence 0, not less", [0.5, 0, 0.5], { first: 0, mean: 1, score: 0 }],
  ["the largest finite weights", read([-1e308, 1e308], Number.MIN_VALUE), { p: [0, 1] }]
])("%s", (_, p, wanted) => {
  assert.deepInclude(readFrom(p), wanted)
})

it.each([
  ["NaN", [0, NaN], 1],
  ["+Infinity", [0, Infinity], 1],
  ["nothing but -Infinity", [-Infinity, -Infinity], 1],
  ["temperature 0", [1, 0], 0],
  ["temperature Infinity", [1, 0], Infinity]
] as const)("%s of an engine gives no probabilities", (_, weights, temperature) => {
  assert.isUndefined(Readout.probabilities(weights, temperature))
})
