// Fits the model, a ridge-penalised softmax over the options of a question.
import type { Ask } from "@leadline/core/decisions"
import { probabilities } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import { makeFeatureReader } from "../../src/decisions/features.ts"
import { type Features, linearScore, type Model, type Weights } from "../../src/decisions/model.ts"
import { makeTimeSlicer } from "../../src/scheduling/timeSlicer.ts"
import { loadDataFile } from "../../src/vectors/dataFile.ts"
import { fittedFiles, labelledCases } from "./cases.ts"

/** The features of one question with a known answer. */
export interface Example {
  readonly file: string
  readonly id: string
  readonly domain: string
  readonly type: Ask["type"]
  readonly rows: ReadonlyArray<Features>
  readonly gold: number
}

/** The examples of the files that the engine is fitted to. */
export const examples = Effect.gen(function* () {
  const readFeatures = makeFeatureReader(yield* loadDataFile)
  const all: Array<Example> = []
  for (const file of fittedFiles) {
    for (const { domain, id, questions, state } of labelledCases(file)) {
      const { featuresOf } = yield* readFeatures(state, makeTimeSlicer())
      for (const { ask, gold } of questions)
        if (gold !== undefined)
          all.push({ file, id, domain, type: ask.type, rows: yield* featuresOf(ask), gold })
    }
  }
  return all
})

interface Kind {
  readonly features: ReadonlyArray<string>
  /** The penalty on the weights, whatever the scales of their features. */
  readonly ridge: number
  /** Weights that are set by hand, because there are too few cases to fit them. */
  readonly set?: Weights
}

const kinds: Readonly<Record<Ask["type"], Kind>> = {
  noul: {
    features: "missing support vote number oneOfNumbers day beforeNegation sentiment opposed exact".split(
      " "
    ),
    ridge: 0.01
  },
  choice: {
    features: "exact vote number similarity focus wordSimilarity maxWordSimilarity".split(" "),
    ridge: 0.15
  },
  score: {
    features: "exact levelSeverity levelSentiment".split(" "),
    ridge: 0.15,
    // About the weight of `number` in a choice, because few scales are numeric.
    set: { rangeDistance: 7 }
  }
}

/** Rounds of Newton's method; they double the digits that are right. */
const rounds = 12

const mean = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Probabilities that weights give to the options of a question. */
export const predict = (weights: Weights, rows: ReadonlyArray<Features>): ReadonlyArray<number> =>
  probabilities(rows.map((row) => linearScore(weights, row))) ?? []

/** Solves linear equations by elimination. `rows` have the right side as their last column, and are overwritten. */
const solve = (rows: ReadonlyArray<Float64Array>): ReadonlyArray<number> => {
  const size = rows.length
  for (const [pivot, head] of rows.entries()) {
    for (const [below, row] of rows.entries()) {
      const factor = below === pivot ? 0 : (row[pivot] ?? 0) / (head[pivot] ?? 1)
      if (factor !== 0) for (let c = pivot; c <= size; c++) row[c] = (row[c] ?? 0) - factor * (head[c] ?? 0)
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1))
}

/** Adds the curvature and, as the last column, the gradient of one example. */
const addExample = (
  equations: ReadonlyArray<Float64Array>,
  values: ReadonlyArray<ReadonlyArray<number>>,
  p: ReadonlyArray<number>,
  gold: number
): void => {
  const size = equations.length
  const middle = equations.map((_, j) => values.reduce((sum, row, k) => sum + (p[k] ?? 0) * (row[j] ?? 0), 0))
  for (const [a, equation] of equations.entries()) {
    equation[size] = (equation[size] ?? 0) + (middle[a] ?? 0) - (values[gold]?.[a] ?? 0)
    for (const [k, row] of values.entries()) {
      const left = (p[k] ?? 0) * ((row[a] ?? 0) - (middle[a] ?? 0))
      for (let b = 0; b < size; b++)
        equation[b] = (equation[b] ?? 0) + left * ((row[b] ?? 0) - (middle[b] ?? 0))
    }
  }
}

/** Fits the weights of one kind of question by Newton's method. */
const fitWeights = (given: ReadonlyArray<Example>, { features, ridge, set }: Kind): Weights => {
  const valuesOf = ({ rows }: Example) => rows.map((row) => features.map((name) => row[name] ?? 0))
  const all = given.map((example) => ({ ...example, values: valuesOf(example) }))
  // A weight is penalised by how much its feature differs between the options of one question.
  const penalties = features.map((_, j) => {
    const variances = all.map(({ values }) => {
      const middle = mean(values.map((row) => row[j] ?? 0))
      return mean(values.map((row) => ((row[j] ?? 0) - middle) ** 2))
    })
    return (ridge * all.length + 1e-9) * (mean(variances) || 1)
  })
  let weights: Weights = { ...set, ...Object.fromEntries(features.map((name) => [name, 0])) }
  for (let round = 0; round < rounds; round++) {
    const equations = penalties.map((penalty, j) => {
      const equation = new Float64Array(features.length + 1)
      equation[j] = penalty
      equation[features.length] = penalty * (weights[features[j] ?? ""] ?? 0)
      return equation
    })
    for (const { gold, rows, values } of all) addExample(equations, values, predict(weights, rows), gold)
    const steps = solve(equations)
    const next = features.map((name, j) => [name, (weights[name] ?? 0) - (steps[j] ?? 0)])
    weights = { ...weights, ...Object.fromEntries(next) }
  }
  return weights
}

/** Fits the model of each kind of question. */
export const fitModel = (given: ReadonlyArray<Example>): Model => {
  const fitKind = (kind: Ask["type"]) =>
    fitWeights(
      given.filter(({ type }) => type === kind),
      kinds[kind]
    )
  return { noul: fitKind("noul"), choice: fitKind("choice"), score: fitKind("score") }
}
