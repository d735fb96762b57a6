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

/** Gives the examples of a labelled file: the features of all its questions with a known answer. */
export const examplesOf = Effect.map(loadDataFile, (wordVectors) => {
  const readFeatures = makeFeatureReader(wordVectors)
  return Effect.fnUntraced(function* (file: string) {
    const examples: Array<Example> = []
    for (const { domain, id, questions, state } of labelledCases(file)) {
      const { featuresOf } = yield* readFeatures(state, makeTimeSlicer())
      for (const { ask, gold } of questions)
        if (gold !== undefined && ask.options.length > 1)
          examples.push({ file, id, domain, type: ask.type, rows: yield* featuresOf(ask), gold })
    }
    return examples
  })
})

interface Kind {
  readonly features: ReadonlyArray<string>
  readonly ridge: number
  /** Weights that are set by hand, because there are too few cases to fit them. */
  readonly set: Readonly<Record<string, number>>
}

const kinds: Readonly<Record<Ask["type"], Kind>> = {
  noul: {
    features: "missing support vote number oneOfNumbers day beforeNegation sentiment opposed exact".split(
      " "
    ),
    ridge: 0.01,
    set: {}
  },
  choice: {
    features: "exact vote number similarity focus wordSimilarity maxWordSimilarity".split(" "),
    ridge: 0.15,
    set: {}
  },
  score: {
    features: "exact levelSeverity levelSentiment".split(" "),
    ridge: 0.15,
    // About the weight of `number` in a choice, because few scales are numeric.
    set: { rangeDistance: 7 }
  }
}

const maxRounds = 12

const mean = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const softmax = (scores: ReadonlyArray<number>): ReadonlyArray<number> => probabilities(scores) ?? []

/** Solves linear equations by elimination. `rows` have the right side as their last column, and are overwritten. */
const solve = (rows: ReadonlyArray<Float64Array>): Float64Array => {
  const size = rows.length
  for (const [pivot, head] of rows.entries()) {
    for (const [below, row] of rows.entries()) {
      const factor = below === pivot ? 0 : (row[pivot] ?? 0) / (head[pivot] ?? 1)
      if (factor !== 0) for (let c = pivot; c <= size; c++) row[c] = (row[c] ?? 0) - factor * (head[c] ?? 0)
    }
  }
  return Float64Array.from(rows, (row, i) => (row[size] ?? 0) / (row[i] ?? 1))
}

/** An example for Newton's method: scaled feature values, and the part of each option's score that is not fitted. */
interface Row {
  readonly values: ReadonlyArray<Float64Array>
  readonly offsets: ReadonlyArray<number>
  readonly gold: number
}

/** Adds the curvature and, as the last column, the gradient of one example. */
const addExample = (
  equations: ReadonlyArray<Float64Array>,
  { gold, offsets, values }: Row,
  weights: Float64Array
): void => {
  const size = weights.length
  const p = softmax(
    values.map((value, k) => value.reduce((sum, v, j) => sum + v * (weights[j] ?? 0), offsets[k] ?? 0))
  )
  const middle = weights.map((_, j) =>
    values.reduce((sum, value, k) => sum + (p[k] ?? 0) * (value[j] ?? 0), 0)
  )
  for (const [a, equation] of equations.entries()) {
    equation[size] = (equation[size] ?? 0) + (middle[a] ?? 0) - (values[gold]?.[a] ?? 0)
    for (const [k, value] of values.entries()) {
      const left = (p[k] ?? 0) * ((value[a] ?? 0) - (middle[a] ?? 0))
      if (left === 0) continue
      for (let b = 0; b < size; b++)
        equation[b] = (equation[b] ?? 0) + left * ((value[b] ?? 0) - (middle[b] ?? 0))
    }
  }
}

/** Fits weights by Newton's method. `ridge` is the penalty on the scaled weights. */
const fitWeights = (examples: ReadonlyArray<Example>, { features, ridge, set }: Kind): Weights => {
  // The scale of a feature is how much it differs between the options of one question.
  const scales = features.map((name) => {
    const variances = examples.map(({ rows }) => {
      const values = rows.map((row) => row[name] ?? 0)
      const middle = mean(values)
      return mean(values.map((value) => (value - middle) ** 2))
    })
    return Math.sqrt(mean(variances)) || 1
  })
  const rows = examples.map((example): Row => ({
    values: example.rows.map((row) =>
      Float64Array.from(features, (name, j) => (row[name] ?? 0) / (scales[j] ?? 1))
    ),
    offsets: example.rows.map((row) => linearScore(set, row)),
    gold: example.gold
  }))
  const penalty = ridge * rows.length + 1e-9
  const weights = new Float64Array(features.length)
  for (let round = 0; round < maxRounds; round++) {
    const equations = features.map((_, i) => {
      const equation = new Float64Array(features.length + 1)
      equation[i] = penalty
      equation[features.length] = penalty * (weights[i] ?? 0)
      return equation
    })
    for (const row of rows) addExample(equations, row, weights)
    const step = solve(equations)
    for (const [j, value] of step.entries()) weights[j] = (weights[j] ?? 0) - value
    if (step.every((value) => Math.abs(value) < 1e-6)) break
  }
  const fitted = features.map((name, j) => [name, (weights[j] ?? 0) / (scales[j] ?? 1)] as const)
  return { ...set, ...Object.fromEntries(fitted) }
}

/**
 * Splits examples into groups of whole domains: each group with the examples of all other domains.
 * Domains of one name in several files are one domain.
 */
export const foldsOf = <E extends Example>(
  examples: ReadonlyArray<E>,
  groups: number
): ReadonlyArray<{ readonly rest: ReadonlyArray<E>; readonly held: ReadonlyArray<E> }> => {
  const domains = [...new Set(examples.map(({ domain }) => domain))].toSorted()
  const groupOf = new Map(domains.map((domain, at) => [domain, at % groups]))
  return Array.from({ length: groups }, (_, group) => ({
    rest: examples.filter(({ domain }) => groupOf.get(domain) !== group),
    held: examples.filter(({ domain }) => groupOf.get(domain) === group)
  }))
}

/** Fits the model of each kind of question. */
export const fitModel = (examples: ReadonlyArray<Example>): Model => {
  const fitKind = (kind: Ask["type"]) =>
    fitWeights(
      examples.filter(({ type }) => type === kind),
      kinds[kind]
    )
  return { noul: fitKind("noul"), choice: fitKind("choice"), score: fitKind("score") }
}

/** The model fitted to all files. */
export const fitAll = Effect.gen(function* () {
  return fitModel((yield* Effect.forEach(fittedFiles, yield* examplesOf)).flat())
})

/** Probabilities that a model gives to the options of an example. */
export const predict = (model: Model, { rows, type }: Example): ReadonlyArray<number> =>
  softmax(rows.map((row) => linearScore(model[type], row)))
