import { assert, describe, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Readout from "../../../src/resources/decisions/readout.ts"

const read = (weights: ReadonlyArray<number>, temperature?: number): ReadonlyArray<number> => {
  const p = Readout.probabilities(weights, temperature)
  assert.isDefined(p)
  return p
}

/** To the nine digits the vectors are given in. */
const digits = (values: ReadonlyArray<number>) => values.map((value) => Number(value.toFixed(9)))

const shaped = (weights: ReadonlyArray<number>, temperature: number) => {
  const p = read(weights, temperature)
  return digits([...p, Readout.choiceConfidence(p), Readout.meanLevel(p), Readout.scoreConfidence(p)])
}

describe("vectors", () => {
  it("1: weights 2, 1, 0 at temperature 1", () =>
    assert.deepStrictEqual(
      shaped([2, 1, 0], 1),
      [0.665240956, 0.244728471, 0.090030573, 0.497861434, 0.424789617, 0.362815574]
    ))

  it("2: weights 2, 1, 0 at temperature 2", () =>
    assert.deepStrictEqual(
      shaped([2, 1, 0], 2),
      [0.506480391, 0.307195886, 0.186323723, 0.259720587, 0.679843332, 0]
    ))

  it("3: weights 2, 1, 0 at temperature 0.5", () =>
    assert.deepStrictEqual(
      shaped([2, 1, 0], 0.5),
      [0.866813332, 0.117310428, 0.01587624, 0.800219998, 0.149062908, 0.776405638]
    ))

  it("4: far below zero nothing underflows", () =>
    assert.deepStrictEqual(digits(read([-1000, -1001])), [0.731058579, 0.268941421]))

  it("5: a weight of -Infinity is a probability of 0", () => {
    const p = read([0, -Infinity, -Infinity])
    assert.deepStrictEqual(p, [1, 0, 0])
    assert.strictEqual(Readout.choiceConfidence(p), 1)
  })

  it("6: the first of two equal options wins", () => {
    const p = read([-3, -3, -3.5])
    assert.deepStrictEqual(digits(p), [0.383651731, 0.383651731, 0.232696538])
    assert.strictEqual(Readout.firstArgmax(p), 0)
    assert.closeTo(Readout.choiceConfidence(p), 0.075477597, 1e-9)
  })

  it("7: four equal weights", () => {
    const p = read([7, 7, 7, 7])
    assert.deepStrictEqual(digits(p), [0.25, 0.25, 0.25, 0.25])
    assert.strictEqual(Readout.firstArgmax(p), 0)
    assert.closeTo(Readout.choiceConfidence(p), 0, 1e-9)
    assert.closeTo(Readout.meanLevel(p), 1.5, 1e-9)
    assert.closeTo(Readout.scoreConfidence(p), 0, 1e-9)
  })

  it("8: 255 equal weights", () => {
    const p = read(Arr.replicate(-4.2, 255))
    assert.deepStrictEqual(digits(p), Arr.replicate(0.003921569, 255))
    assert.closeTo(
      p.reduce((sum, share) => sum + share, 0),
      1,
      1e-9
    )
    assert.closeTo(Readout.choiceConfidence(p), 0, 1e-9)
  })

  it("9: the confidence of a choice is no entropy", () =>
    assert.closeTo(Readout.choiceConfidence([0.91, 0.02, 0.03, 0.04]), 0.88, 1e-9))

  it("10: the confidence of a choice of two", () =>
    assert.closeTo(Readout.choiceConfidence([0.8, 0.2]), 0.6, 1e-9))

  it("11: a score next to its second level", () => {
    assert.closeTo(Readout.meanLevel([0, 0.95, 0.05]), 1.05, 1e-9)
    assert.closeTo(Readout.scoreConfidence([0, 0.95, 0.05]), 0.925, 1e-9)
  })

  it("12: a score around its middle level", () => {
    assert.closeTo(Readout.meanLevel([0.13, 0.76, 0.11]), 0.98, 1e-9)
    assert.closeTo(Readout.scoreConfidence([0.13, 0.76, 0.11]), 0.64, 1e-9)
  })

  it("13: a score torn between both ends has confidence 0, not less", () => {
    const p = [0.5, 0, 0.5]
    assert.strictEqual(Readout.firstArgmax(p), 0)
    assert.closeTo(Readout.meanLevel(p), 1, 1e-9)
    assert.strictEqual(Readout.scoreConfidence(p), 0)
  })

  it("14: a score of five levels", () => {
    assert.closeTo(Readout.meanLevel([0.05, 0.1, 0.6, 0.2, 0.05]), 2.1, 1e-9)
    assert.closeTo(Readout.scoreConfidence([0.05, 0.1, 0.6, 0.2, 0.05]), 0.583333333, 1e-9)
  })

  it("15: a score of ten levels with one that stands out", () => {
    const p = read([...Arr.replicate(0, 9), 3])
    assert.closeTo(p[9] ?? NaN, 0.690567858, 1e-9)
    assert.closeTo(Readout.meanLevel(p), 7.452839289, 1e-9)
    assert.closeTo(Readout.scoreConfidence(p), 0.381135715, 1e-9)
  })

  it("16: a noul from logarithms of probabilities", () =>
    assert.closeTo(Readout.noulAnswer(read([Math.log(0.99), Math.log(0.01)])).noul, 0.99, 1e-9))

  it("17: a noul from logits", () =>
    assert.closeTo(Readout.noulAnswer(read([1.2, 0])).noul, 0.768524783, 1e-9))

  it("18: one level is certain", () => {
    const p = read([-12.5])
    assert.deepStrictEqual(p, [1])
    assert.strictEqual(Readout.meanLevel(p), 0)
    assert.strictEqual(Readout.scoreConfidence(p), 1)
    assert.strictEqual(Readout.choiceConfidence(p), 1)
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

describe("answers", () => {
  it("a noul has no confidence", () => {
    assert.deepStrictEqual(Readout.noulAnswer([0.75, 0.25]), { type: "noul", noul: 0.75 })
  })

  it("a choice names the most probable option", () => {
    assert.deepStrictEqual(Readout.choiceAnswer(["billing", "technical"], [0.25, 0.75]), {
      type: "choice",
      choice: "technical",
      confidence: 0.5,
      probabilities: { billing: 0.25, technical: 0.75 }
    })
  })

  it("hostile option names are own keys", () => {
    const names = ["__proto__", "constructor", "10", "2"]
    const { choice, probabilities } = Readout.choiceAnswer(names, [0.4, 0.3, 0.2, 0.1])
    assert.strictEqual(choice, "__proto__")
    assert.sameMembers(Object.keys(probabilities), names)
    assert.strictEqual(Object.getOwnPropertyDescriptor(probabilities, "__proto__")?.value, 0.4)
    assert.strictEqual(probabilities["constructor"], 0.3)
    assert.strictEqual(probabilities["2"], 0.1)
  })

  it("a score keeps the criteria themselves as its legend", () => {
    const calm = { mood: ["calm"] }
    const answer = Readout.scoreAnswer([calm, "furious"], [0.25, 0.75])
    assert.deepStrictEqual(answer, {
      type: "score",
      score: 0.75,
      confidence: 0.5,
      legend: { "0": calm, "1": "furious" },
      probabilities: { "0": 0.25, "1": 0.75 }
    })
    assert.strictEqual(answer.legend["0"], calm)
  })
})
