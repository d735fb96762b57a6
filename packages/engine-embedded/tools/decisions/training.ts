// Fits the model, a ridge-penalised softmax. Features, penalty and temperature are chosen by cross-validation over domains.
import type { Ask } from "@leadline/core/decisions"
import { probabilities } from "@leadline/core/decisions"
import { moveMeanToMode, softening } from "../../src/decisions/scores/meanToMode.ts"
import type { LinearModel, Model } from "../../src/decisions/model.ts"
import { linearScore } from "../../src/decisions/model.ts"
import type { Example } from "./examples.ts"
import type { Group } from "./softmaxFit.ts"
import { fitWeights } from "./softmaxFit.ts"

export type { Example } from "./examples.ts"
export { examplesOf } from "./examples.ts"

/** What cross-validation chooses from, for one kind of question. */
interface Choices {
  /** Sets of features, from many to few. */
  readonly features: ReadonlyArray<ReadonlyArray<string>>
  readonly ridges: ReadonlyArray<number>
  /** Weights that are set by hand, because there are too few cases to fit them. */
  readonly set?: Readonly<Record<string, number>>
}

const noulFeatures = [
  "missing",
  "support",
  "vote",
  "number",
  "confidentNumber",
  "beforeNegation",
  "sentiment",
  "opposed"
]
const choiceFeatures = ["exact", "vote", "clause", "number", "distinct", "similarity"]
const scoreFeatures = ["exact", "levelSeverity", "levelNegations", "levelAlarm", "levelSentiment"]

const choices: Readonly<Record<Ask["type"], Choices>> = {
  noul: {
    ridges: [0.003, 0.01, 0.03],
    features: [
      [...noulFeatures, "alarm", "exact", "inQuestion"],
      [...noulFeatures, "exact", "inQuestion"],
      noulFeatures
    ]
  },
  choice: {
    ridges: [0.05, 0.15, 0.3],
    features: [
      [...choiceFeatures, "focus", "wordSimilarity", "maxWordSimilarity"],
      [...choiceFeatures, "focus", "wordSimilarity"],
      [...choiceFeatures, "focus"]
    ]
  },
  score: {
    ridges: [0.05, 0.1, 0.3],
    // There are too few scores to choose between sets.
    features: [scoreFeatures],
    // About the weight of `number` in a choice, because few scales are numeric.
    set: { rangeDistance: 7 }
  }
}

/** The weight of all generated examples together, relative to the real ones. */
const generatedShare = 0.3

/** Temperatures to choose from, from soft to sharp. */
const temperatures = [2, 1.6, 1.4, 1.25, 1.1, 1, 0.9, 0.83]

/** The softest temperature is chosen whose loss is at most this many standard errors above the least loss. */
const maxStandardErrors = 0.5

const softmax = (weights: ReadonlyArray<number>, temperature: number): ReadonlyArray<number> =>
  probabilities(weights, temperature) ?? []

const groupsOf = (real: ReadonlyArray<Example>, made: ReadonlyArray<Example>): ReadonlyArray<Group> => {
  const share = (generatedShare * real.length) / Math.max(1, made.length)
  return [...real.map((example) => ({ example, share: 1 })), ...made.map((example) => ({ example, share }))]
}

/** Splits examples by domain, each domain held out in turn. */
const foldsOf = (
  real: ReadonlyArray<Example>
): ReadonlyArray<readonly [fit: ReadonlyArray<Example>, held: ReadonlyArray<Example>]> =>
  [...new Set(real.map(({ domain }) => domain))]
    .toSorted()
    .map(
      (out) =>
        [real.filter(({ domain }) => domain !== out), real.filter(({ domain }) => domain === out)] as const
    )

interface Held {
  readonly weights: ReadonlyArray<number>
  readonly gold: number
}

const lossesOf = (held: ReadonlyArray<Held>, temperature: number): ReadonlyArray<number> =>
  held.map(({ gold, weights }) => -Math.log(Math.max(1e-12, softmax(weights, temperature)[gold] ?? 0)))

const mean = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** The softest temperature that is not clearly worse than the best. */
const chooseTemperature = (held: ReadonlyArray<Held>): number => {
  const tried = temperatures.map((temperature) => ({ temperature, losses: lossesOf(held, temperature) }))
  const best = tried.reduce((a, b) => (mean(b.losses) < mean(a.losses) ? b : a))
  const isClose = ({ losses }: typeof best): boolean => {
    const differences = losses.map((loss, i) => loss - (best.losses[i] ?? 0))
    const gap = mean(differences)
    const variance = mean(differences.map((value) => (value - gap) ** 2))
    return gap <= maxStandardErrors * Math.sqrt(variance / held.length)
  }
  return (tried.find(isClose) ?? best).temperature
}

const fitKind = (
  real: ReadonlyArray<Example>,
  made: ReadonlyArray<Example>,
  options: Choices
): LinearModel => {
  const folds = foldsOf(real)
  const fit = (
    examples: ReadonlyArray<Example>,
    features: ReadonlyArray<string>,
    ridge: number
  ): LinearModel => ({
    temperature: 1,
    weights: { ...options.set, ...fitWeights(groupsOf(examples, made), features, ridge, options.set) }
  })
  const tried = options.features.flatMap((features) =>
    options.ridges.map((ridge) => {
      const held = folds.flatMap(([rest, out]) => {
        const model = fit(rest, features, ridge)
        return out.map(({ gold, rows }) => ({ gold, weights: rows.map((row) => linearScore(model, row)) }))
      })
      const loss = Math.min(...temperatures.map((temperature) => mean(lossesOf(held, temperature))))
      return { features, ridge, held, loss }
    })
  )
  const { features, held, ridge } = tried.reduce((a, b) => (b.loss < a.loss ? b : a))
  return { ...fit(real, features, ridge), temperature: chooseTemperature(held) }
}

/** Fits the models of all three kinds of questions to real examples and to generated ones (`made`). */
export const fitModel = (real: ReadonlyArray<Example>, made: ReadonlyArray<Example> = []): Model => {
  const kind = (type: Ask["type"]): LinearModel =>
    fitKind(
      real.filter((example) => example.type === type),
      made.filter((example) => example.type === type),
      choices[type]
    )
  return { noul: kind("noul"), choice: kind("choice"), score: kind("score") }
}

/** Probabilities that a model gives to an example. */
export const predict = (model: Model, { rows, type }: Example): ReadonlyArray<number> => {
  const weights = rows.map((row) => linearScore(model[type], row))
  const { temperature } = model[type]
  return type === "score"
    ? moveMeanToMode(softmax(weights, temperature * softening))
    : softmax(weights, temperature)
}
