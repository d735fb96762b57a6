// What is read from weights. Whole answers are in the wire cases of packages/lab.
import { assert, describe, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Readout from "../../../src/resources/decisions/answersFromWeights.ts"
import { coherenceOfReadout, read } from "./coherence.ts"

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

const equal = { first: 0, choice: 0 }
const certain = { choice: 1, score: 1, mean: 0 }

describe("vectors", () => {
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
    [
      "weights 2, 1, 0 at temperature 2",
      read([2, 1, 0], 2),
      { p: [0.506480391, 0.307195886, 0.186323723], choice: 0.259720587, mean: 0.679843332, score: 0 }
    ],
    [
      "weights 2, 1, 0 at temperature 0.5",
      read([2, 1, 0], 0.5),
      {
        p: [0.866813332, 0.117310428, 0.01587624],
        choice: 0.800219998,
        mean: 0.149062908,
        score: 0.776405638
      }
    ],
    ["far below zero nothing underflows", read([-1000, -1001]), { p: [0.731058579, 0.268941421] }],
    [
      "a weight of -Infinity is a probability of 0",
      read([0, -Infinity, -Infinity]),
      { p: [1, 0, 0], choice: 1 }
    ],
    [
      "the first of two equal options wins",
      read([-3, -3, -3.5]),
      { p: [0.383651731, 0.383651731, 0.232696538], first: 0, choice: 0.075477597 }
    ],
    ["four equal weights", read([7, 7, 7, 7]), { ...equal, p: Arr.replicate(0.25, 4), mean: 1.5, score: 0 }],
    ["255 equal weights", read(Arr.replicate(-4.2, 255)), { ...equal, p: Arr.replicate(0.003921569, 255) }],
    ["the confidence of a choice is no entropy", [0.91, 0.02, 0.03, 0.04], { choice: 0.88 }],
    ["the confidence of a choice of two", [0.8, 0.2], { choice: 0.6 }],
    ["a score next to its second level", [0, 0.95, 0.05], { mean: 1.05, score: 0.925 }],
    ["a score around its middle level", [0.13, 0.76, 0.11], { mean: 0.98, score: 0.64 }],
    ["a score between both ends has confidence 0, not less", [0.5, 0, 0.5], { first: 0, mean: 1, score: 0 }],
    ["a score of five levels", [0.05, 0.1, 0.6, 0.2, 0.05], { mean: 2.1, score: 0.583333333 }],
    [
      "a score of ten levels with one that stands out",
      read([...Arr.replicate(0, 9), 3]),
      { mean: 7.452839289, score: 0.381135715 }
    ],
    ["a noul from logarithms of probabilities", read([Math.log(0.99), Math.log(0.01)]), { p: [0.99, 0.01] }],
    ["a noul from logits", read([1.2, 0]), { p: [0.768524783, 0.231475217] }],
    ["one level is certain", read([-12.5]), { ...certain, p: [1] }]
  ])("%s", (_, p, wanted) => {
    assert.deepInclude(readFrom(p), wanted)
  })
})

describe("defects of an engine", () => {
  it.each([
    ["no weight", [], 1],
    ["NaN", [0, NaN], 1],
    ["NaN first", [NaN, 0], 1],
    ["+Infinity", [0, Infinity], 1],
    ["nothing but -Infinity", [-Infinity, -Infinity], 1],
    ["temperature 0", [1, 0], 0],
    ["temperature below 0", [1, 0], -1],
    ["temperature NaN", [1, 0], NaN],
    ["temperature Infinity", [1, 0], Infinity]
  ] as const)("%s gives no probabilities", (_, weights, temperature) => {
    assert.isUndefined(Readout.probabilities(weights, temperature))
  })

  it("the largest finite weights and temperatures are no defect", () => {
    assert.deepStrictEqual(read([-Number.MAX_VALUE, Number.MAX_VALUE], Number.MIN_VALUE), [0, 1])
    assert.deepStrictEqual(digits(read([0, 1], Number.MAX_VALUE)), [0.5, 0.5])
  })
})

coherenceOfReadout(60)
