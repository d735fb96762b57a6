// Fits the model, a ridge-penalised softmax over the options of a question.
import type { Ask } from "@leadline/core/decisions"
import { probabilities } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import { makeFeatureReader } from "../../src/decisions/features.ts"
import { type Features, linearScore, type Model } from "../../src/decisions/model.ts"
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
  /** The penalty on the weights of features that are scaled to the same size. It also keeps probabilities from extremes. */
  readonly ridge: number
  /** Weights that are set by hand, because there are too few cases to fit them. */
  readonly set: Readonly<Record<string, number>>
}

const kinds: Readonly<Record<Ask["type"], Kind>> = {
  noul: {
    features: ["missing", "support", "number", "beforeNegation", "sentiment", "exact"],
    ridge: 0.03,
    set: {}
  },
  choice: {
    features: ["vote", "number", "similarity", "focus", "wordSimilarity", "maxWordSimilarity"],
    ridge: 0.05,
    set: {}
  },
  score: {
    features: ["levelSeverity", "levelAlarm", "levelSentiment"],
    ridge: 0.04,
    // Few scales are numeric.
    set: { rangeDistance: 7 }
  }
}

/** The weight of all generated examples together, relative to the real ones. */
const generatedShare = 0.3

/** Steps down the gradient, their size, and the share of each step that the next one repeats. */
const steps = 300
const stepSize = 0.5
const momentum = 0.9

const sumOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0)

const variance = (values: ReadonlyArray<number>): number => {
  const mean = sumOf(values) / values.length
  return sumOf(values.map((value) => (value - mean) ** 2)) / values.length
}

/** Fits weights to examples, each with its share in the loss. */
const fitWeights = (
  examples: ReadonlyArray<readonly [example: Example, share: number]>,
  { features, ridge, set }: Kind
): Model["noul"] => {
  const valuesOf = (name: string, { rows }: Example) => rows.map((row) => row[name] ?? 0)
  // The scale of a feature is how much it differs between the options of one question.
  const scales = features.map((name) =>
    Math.sqrt(sumOf(examples.map(([example, share]) => share * variance(valuesOf(name, example)))))
  )
  const scaled = examples.map(([{ gold, rows }, share]) => ({
    gold,
    share,
    rows: rows.map((row) => ({
      offset: linearScore(set, row),
      values: features.map((name, j) => (row[name] ?? 0) / (scales[j] ?? 1))
    }))
  }))
  const weights = features.map(() => 0)
  const speeds = features.map(() => 0)
  for (let step = 0; step < steps; step++) {
    const gradient = weights.map((weight) => ridge * weight)
    for (const { gold, rows, share } of scaled) {
      const scores = rows.map(({ offset, values }) =>
        values.reduce((sum, value, j) => sum + value * (weights[j] ?? 0), offset)
      )
      const p = probabilities(scores) ?? []
      for (const [k, { values }] of rows.entries()) {
        const error = share * ((p[k] ?? 0) - Number(k === gold))
        for (const [j, value] of values.entries()) gradient[j] = (gradient[j] ?? 0) + error * value
      }
    }
    for (const [j, slope] of gradient.entries()) {
      speeds[j] = momentum * (speeds[j] ?? 0) - stepSize * slope
      weights[j] = (weights[j] ?? 0) + speeds[j]
    }
  }
  const fitted = features.map((name, j) => [name, (weights[j] ?? 0) / (scales[j] ?? 1)])
  return { ...set, ...Object.fromEntries(fitted) }
}

/** Fits the models of all three kinds of questions to real examples and to generated ones. */
export const fitModel = (real: ReadonlyArray<Example>, generated: ReadonlyArray<Example>): Model => {
  const fitKind = (kind: Ask["type"]) => {
    const own = real.filter(({ type }) => type === kind)
    const made = generated.filter(({ type }) => type === kind)
    const share = 1 / ((1 + generatedShare) * own.length)
    const madeShare = generatedShare / ((1 + generatedShare) * made.length)
    const weighted = [
      ...own.map((example) => [example, share] as const),
      ...made.map((example) => [example, madeShare] as const)
    ]
    return fitWeights(weighted, kinds[kind])
  }
  return { noul: fitKind("noul"), choice: fitKind("choice"), score: fitKind("score") }
}

/** The models fitted to all files. */
export const fitModels = Effect.gen(function* () {
  const examples = yield* examplesOf
  return fitModel((yield* Effect.forEach(fittedFiles, examples)).flat(), yield* examples(generatedFile))
})
