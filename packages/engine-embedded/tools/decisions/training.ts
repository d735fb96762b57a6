// Fits the model: ridge-penalised softmax by Newton's method, then one temperature per kind.
import type { Ask } from "@leadline/core/decisions"
import { probabilities } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type { Features } from "../../src/decisions/context.ts"
import { questionFeatures } from "../../src/decisions/features.ts"
import { makeMatchBuffers } from "../../src/decisions/match.ts"
import type { LinearModel, Model } from "../../src/decisions/model.ts"
import { linearScore } from "../../src/decisions/model.ts"
import { makeSemanticAxes } from "../../src/decisions/semanticAxes.ts"
import { analyzeState } from "../../src/decisions/state.ts"
import { makeTimeSlicer } from "../../src/scheduling/timeSlicer.ts"
import { makeLexicon } from "../../src/vectors/lexicon.ts"
import type { WordVectors } from "../../src/vectors/wordVectors.ts"
import type { Case } from "./cases.ts"

/** The features of one question with a known answer. */
export interface Example {
  readonly id: string
  readonly domain: string
  readonly name: string
  readonly type: Ask["type"]
  readonly rows: ReadonlyArray<Features>
  readonly gold: number
}

/** How the model of one kind of question is fitted. */
interface Setup {
  /** Ridge penalty. */
  readonly ridge: number
  /** Features that get a weight. */
  readonly features: ReadonlyArray<string>
  /** Prior means of weights with too few examples, chosen beforehand. */
  readonly expected?: Readonly<Record<string, number>>
}

/** Chosen by leave-one-domain-out cross-validation. */
export const settings: Readonly<Record<Ask["type"], Setup>> = {
  noul: {
    ridge: 0.02,
    features: [
      ["exact", "lastWord", "missing", "support", "vote", "beforeNegation", "inQuestion", "sentiment"],
      ["number", "confidentNumber", "numberConfidence", "comparedCoverage"]
    ].flat()
  },
  choice: {
    ridge: 0.05,
    features: [
      ["nameSimilarity", "nameTopic", "exact", "similarity"],
      ["vote", "clause", "number", "distinct", "sentiment"]
    ].flat()
  },
  score: {
    ridge: 0.1,
    features: ["rangeDistance", "exact", "clauseSupport", "levelSeverity", "levelDenials"],
    // About the weight of a number in a choice: few scales are numeric.
    expected: { rangeDistance: 7 }
  }
}

/** Factor of the ridge penalty for weights with a prior mean. */
const firmly = 100

const softmax = (weights: ReadonlyArray<number>, temperature: number): ReadonlyArray<number> =>
  probabilities(weights, temperature) ?? []

/** The features of all questions of the cases. */
export const examplesOf = async (
  weights: WordVectors,
  cases: ReadonlyArray<Case>
): Promise<ReadonlyArray<Example>> => {
  const lexicon = makeLexicon(weights)
  const tones = makeSemanticAxes(lexicon)
  const examples: Array<Example> = []
  for (const { domain, id, questions, state } of cases) {
    const slicer = makeTimeSlicer()
    const analysis = await Effect.runPromise(analyzeState(lexicon, tones, state, slicer))
    const context = { lexicon, analysis, buffers: makeMatchBuffers(analysis), slicer }
    for (const { ask, gold, name } of questions) {
      if (gold === undefined || ask.options.length < 2) continue
      const rows = await Effect.runPromise(questionFeatures(context, ask))
      examples.push({ id, domain, name, type: ask.type, rows, gold })
    }
  }
  return examples
}

const solve = (matrix: ReadonlyArray<Float64Array>, right: Float64Array): Float64Array => {
  const rows = matrix.map((row, i) => Float64Array.from([...row, right[i] ?? 0]))
  const size = rows.length
  for (let pivot = 0; pivot < size; pivot++) {
    const head = rows[pivot] ?? new Float64Array()
    for (let below = 0; below < size; below++) {
      const row = rows[below]
      if (row === undefined || below === pivot) continue
      const factor = (row[pivot] ?? 0) / (head[pivot] ?? 1)
      if (factor !== 0) for (let c = pivot; c <= size; c++) row[c] = (row[c] ?? 0) - factor * (head[c] ?? 0)
    }
  }
  return Float64Array.from(rows, (row, i) => (row[size] ?? 0) / (row[i] ?? 1))
}

const fitWeights = (
  examples: ReadonlyArray<Example>,
  { expected = {}, features: names, ridge }: Setup
): Record<string, number> => {
  const size = names.length
  const raw = examples.map((example) =>
    example.rows.map((row) => Float64Array.from(names, (name) => row[name] ?? 0))
  )
  // Features are scaled by how much they differ between the options of one question.
  const scale = new Float64Array(size)
  for (const rows of raw) {
    for (let j = 0; j < size; j++) {
      const mean = rows.reduce((sum, row) => sum + (row[j] ?? 0), 0) / rows.length
      scale[j] =
        (scale[j] ?? 0) +
        rows.reduce((sum, row) => sum + ((row[j] ?? 0) - mean) ** 2, 0) / rows.length / raw.length
    }
  }
  const data = raw.map((rows) =>
    rows.map((row) => row.map((value, j) => value / (Math.sqrt(scale[j] ?? 0) || 1)))
  )
  const start = Float64Array.from(names, (name, j) => (expected[name] ?? 0) * (Math.sqrt(scale[j] ?? 0) || 1))
  const hold = names.map((name) => (expected[name] === undefined ? ridge : firmly * ridge))
  const weights = start.slice()
  for (let round = 0; round < 12; round++) {
    const gradient = weights.map((value, j) => (hold[j] ?? 0) * (value - (start[j] ?? 0)))
    const curvature = Array.from({ length: size }, (_, i) =>
      Float64Array.from({ length: size }, (__, j) => (i === j ? (hold[j] ?? 0) + 1e-9 : 0))
    )
    for (const [e, rows] of data.entries()) {
      const p = softmax(
        rows.map((row) => row.reduce((sum, value, j) => sum + value * (weights[j] ?? 0), 0)),
        1
      )
      const mean = new Float64Array(size)
      for (const [i, row] of rows.entries())
        for (let j = 0; j < size; j++) mean[j] = (mean[j] ?? 0) + (p[i] ?? 0) * (row[j] ?? 0)
      const gold = rows[examples[e]?.gold ?? 0] ?? mean
      for (let j = 0; j < size; j++)
        gradient[j] = (gradient[j] ?? 0) + ((mean[j] ?? 0) - (gold[j] ?? 0)) / data.length
      for (const [i, row] of rows.entries()) {
        const share = (p[i] ?? 0) / data.length
        for (let a = 0; a < size; a++) {
          const line = curvature[a] ?? new Float64Array()
          const left = share * ((row[a] ?? 0) - (mean[a] ?? 0))
          if (left !== 0)
            for (let b = 0; b < size; b++) line[b] = (line[b] ?? 0) + left * ((row[b] ?? 0) - (mean[b] ?? 0))
        }
      }
    }
    const step = solve(curvature, gradient)
    for (let j = 0; j < size; j++) weights[j] = (weights[j] ?? 0) - (step[j] ?? 0)
  }
  return Object.fromEntries(
    names.map((name, j) => [name, (weights[j] ?? 0) / (Math.sqrt(scale[j] ?? 0) || 1)])
  )
}

/** Groups of domains that are held out in turn to find the temperature. */
const innerFolds = 12

const temperatures = Array.from({ length: 60 }, (_, i) => 0.25 * 2 ** (i / 12))

/** The temperature, from 0.25 to 8, at which held-out answers are most likely. */
const fitTemperature = (
  held: ReadonlyArray<{ readonly weights: ReadonlyArray<number>; readonly gold: number }>
): number => {
  const loss = (temperature: number): number =>
    held.reduce(
      (sum, { gold, weights }) => sum - Math.log(Math.max(1e-12, softmax(weights, temperature)[gold] ?? 0)),
      0
    )
  return temperatures.reduce((best, temperature) => (loss(temperature) < loss(best) ? temperature : best), 1)
}

const fitKind = (examples: ReadonlyArray<Example>, type: Ask["type"]): LinearModel => {
  const setup = settings[type]
  const own = examples.filter((example) => example.type === type)
  const domains = [...new Set(own.map((example) => example.domain))].toSorted()
  const held = Array.from({ length: Math.min(innerFolds, domains.length) }, (_, fold) => {
    const out = new Set(domains.filter((__, i) => i % innerFolds === fold))
    const weights = fitWeights(
      own.filter((example) => !out.has(example.domain)),
      setup
    )
    const kind = { temperature: 1, weights }
    return own
      .filter((example) => out.has(example.domain))
      .map(({ gold, rows }) => ({ gold, weights: rows.map((row) => linearScore(kind, row)) }))
  }).flat()
  return { temperature: fitTemperature(held), weights: fitWeights(own, setup) }
}

/** Fits all three kinds. */
export const fitModel = (examples: ReadonlyArray<Example>): Model => ({
  noul: fitKind(examples, "noul"),
  choice: fitKind(examples, "choice"),
  score: fitKind(examples, "score")
})

/** Probabilities that a model gives to an example. */
export const predict = (model: Model, { rows, type }: Example): ReadonlyArray<number> =>
  softmax(
    rows.map((row) => linearScore(model[type], row)),
    model[type].temperature
  )
