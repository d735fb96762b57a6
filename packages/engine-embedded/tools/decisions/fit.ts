// Fits the model, a ridge-penalised softmax over the options of a question, and calibrates it on domains that were left out.
import type { Ask } from "@leadline/core/decisions"
import { probabilities } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import { makeFeatureReader } from "../../src/decisions/features.ts"
import { type Features, type LinearModel, linearScore, type Model } from "../../src/decisions/model.ts"
import { makeTimeSlicer } from "../../src/scheduling/timeSlicer.ts"
import { loadDataFile } from "../../src/vectors/dataFile.ts"
import { fittedFiles, generatedFile, labelledCases } from "./cases.ts"

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
    features:
      "missing support vote number oneOfNumbers day beforeNegation sentiment opposed alarm exact".split(" "),
    ridge: 0.01,
    set: {}
  },
  choice: {
    features: "exact vote clause number distinct similarity focus wordSimilarity maxWordSimilarity".split(
      " "
    ),
    ridge: 0.3,
    set: {}
  },
  score: {
    features: "exact levelSeverity levelAlarm levelSentiment".split(" "),
    ridge: 0.1,
    // About the weight of `number` in a choice, because few scales are numeric.
    set: { rangeDistance: 7 }
  }
}

/** The weight of all generated examples together, relative to the real ones. */
const generatedShare = 0.3

/** Temperatures to choose from, from soft to sharp. */
const temperatures = [2, 1.6, 1.4, 1.25, 1.1, 1, 0.9, 0.83, 0.75, 0.67]

/** The softest temperature is chosen whose loss is at most this much above the least loss. */
const tolerance = 0.003

const maxRounds = 12

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
  readonly share: number
}

const mean = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Fits weights by Newton's method: generated examples weigh less, and `ridge` is the penalty on the scaled weights. */
const fitWeights = (
  real: ReadonlyArray<Example>,
  generated: ReadonlyArray<Example>,
  { features, ridge, set }: Kind
): LinearModel["weights"] => {
  const generatedWeight = (generatedShare * real.length) / Math.max(1, generated.length)
  const weighted = [
    ...real.map((example) => ({ example, share: 1 })),
    ...generated.map((example) => ({ example, share: generatedWeight }))
  ]
  const whole = weighted.reduce((sum, { share }) => sum + share, 0)
  // The scale of a feature is how much it differs between the options of one question.
  const scales = features.map((name) => {
    const variance = weighted.reduce((sum, { example, share }) => {
      const values = example.rows.map((row) => row[name] ?? 0)
      const middle = mean(values)
      return sum + share * mean(values.map((value) => (value - middle) ** 2))
    }, 0)
    return Math.sqrt(variance / whole) || 1
  })
  const rows = weighted.map(({ example, share }): Row => ({
    values: example.rows.map((row) =>
      Float64Array.from(features, (name, j) => (row[name] ?? 0) / (scales[j] ?? 1))
    ),
    offsets: example.rows.map((row) => linearScore({ temperature: 1, weights: set }, row)),
    gold: example.gold,
    share: share / whole
  }))
  const weights = new Float64Array(features.length)
  for (let round = 0; round < maxRounds; round++) {
    // The curvature, and the gradient as the last column.
    const equations = features.map((_, i) => {
      const equation = new Float64Array(features.length + 1)
      equation[i] = ridge + 1e-9
      equation[features.length] = ridge * (weights[i] ?? 0)
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

const addExample = (
  equations: ReadonlyArray<Float64Array>,
  { gold, offsets, share, values }: Row,
  weights: Float64Array
): void => {
  const size = weights.length
  const scores = values.map((value, k) =>
    value.reduce((sum, v, j) => sum + v * (weights[j] ?? 0), offsets[k] ?? 0)
  )
  const p = softmax(scores, 1)
  const middle = weights.map((_, j) =>
    values.reduce((sum, value, k) => sum + (p[k] ?? 0) * (value[j] ?? 0), 0)
  )
  for (const [a, equation] of equations.entries()) {
    const error = (middle[a] ?? 0) - (values[gold]?.[a] ?? 0)
    equation[size] = (equation[size] ?? 0) + share * error
    for (const [k, value] of values.entries()) {
      const left = share * (p[k] ?? 0) * ((value[a] ?? 0) - (middle[a] ?? 0))
      if (left === 0) continue
      for (let b = 0; b < size; b++)
        equation[b] = (equation[b] ?? 0) + left * ((value[b] ?? 0) - (middle[b] ?? 0))
    }
  }
}

const softmax = (scores: ReadonlyArray<number>, temperature: number): ReadonlyArray<number> =>
  probabilities(scores, temperature) ?? []

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

/** Groups of domains that the temperature is chosen on. */
const calibrationGroups = 6

/** The softest temperature that is not clearly worse than the best, on domains that the weights were not fitted to. */
const chooseTemperature = (
  real: ReadonlyArray<Example>,
  generated: ReadonlyArray<Example>,
  kind: Kind
): number => {
  const scored = foldsOf(real, calibrationGroups).flatMap(({ held, rest }) => {
    const model = { temperature: 1, weights: fitWeights(rest, generated, kind) }
    return held.map(({ gold, rows }) => ({ gold, scores: rows.map((row) => linearScore(model, row)) }))
  })
  const losses = temperatures.map((temperature) =>
    mean(scored.map(({ gold, scores }) => -Math.log(softmax(scores, temperature)[gold] ?? 0)))
  )
  const least = Math.min(...losses)
  return temperatures[losses.findIndex((loss) => loss <= least + tolerance)] ?? 1
}

/** Fits the models of all three kinds of questions to real examples and to generated ones. */
export const fitModel = (real: ReadonlyArray<Example>, generated: ReadonlyArray<Example>): Model => {
  const fitKind = (type: Ask["type"]): LinearModel => {
    const own = real.filter((example) => example.type === type)
    const made = generated.filter((example) => example.type === type)
    return {
      temperature: chooseTemperature(own, made, kinds[type]),
      weights: fitWeights(own, made, kinds[type])
    }
  }
  return { noul: fitKind("noul"), choice: fitKind("choice"), score: fitKind("score") }
}

/** The models fitted to all files. */
export const fitModels = Effect.gen(function* () {
  const examples = yield* examplesOf
  return fitModel((yield* Effect.forEach(fittedFiles, examples)).flat(), yield* examples(generatedFile))
})

/** Probabilities that a model gives to the options of an example. */
export const predict = (model: Model, { rows, type }: Example): ReadonlyArray<number> =>
  softmax(
    rows.map((row) => linearScore(model[type], row)),
    model[type].temperature
  )
