// Worked examples of agreement, pairs and drift.
import * as S from "../../src/index.ts"
import { average, example, within } from "./support.ts"

example("mcnemar-exact", { p: 0.03515625, midP: 0.021270751953 }, () => S.mcnemar(3, 12))

example("paired-difference", { mean: 0.075, standardError: 0.043301270189, z: 1.732050807569 }, () =>
  S.pairedDifference([0.1, -0.05, 0.2, 0, 0.15, 0.05, -0.1, 0.25])
)

/** Scores of rows that belong together. */
const clusters = [[1, 1, 1, 1], [0, 0, 1], [1, 0], [1]]

example("clustered-standard-error", { naive: 0.152752523165, clustered: 0.19663841605 }, () => ({
  naive: S.standardError(clusters.flat()),
  clustered: S.clusteredStandardError(clusters)
}))

// The figures are of all resamples; ours is a seeded sample of them.
within(0.01)("cluster-bootstrap-enumerated", { mean: 0.692219846126, low: 0.4, high: 1 }, () => {
  const means = S.bootstrapMeans(clusters, { resamples: 20_000, random: S.seededRandom(1) })
  return { mean: average(means), low: means[500], high: means[19_500] }
})

example("ranked-probability-score", 0.19 / 3, () => S.rankedProbabilityScoreOf([0.1, 0.2, 0.4, 0.3], 2))

example("levels", { mean: 2.4, mode: 3, median: 3 }, () => {
  const p = [0, 0.2, 0.2, 0.6]
  return { mean: S.meanLevel(p), mode: S.mode(p), median: S.medianLevel(p) }
})

example(
  "kappa-cohen-linear-quadratic",
  { cohen: 0.620535714286, linear: 0.751724137931, quadratic: 0.857954545455, ofOneClass: null },
  () => {
    const confusion = [
      [10, 3, 0, 0],
      [2, 8, 4, 0],
      [0, 3, 12, 2],
      [0, 1, 2, 13]
    ]
    const [linear, quadratic] = (["linear", "quadratic"] as const).map((way) => S.kappa(confusion, way))
    return { cohen: S.kappa(confusion), linear, quadratic, ofOneClass: S.kappa([[50]]) ?? null }
  }
)

example(
  "krippendorff-alpha",
  { nominal: 0.743421052632, ordinal: 0.815387503755, interval: 0.849107142857 },
  () => {
    const labels = [
      [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
      [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
      [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
      [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null]
    ]
    return {
      nominal: S.krippendorffAlpha(labels),
      ordinal: S.krippendorffAlpha(labels, "ordinal"),
      interval: S.krippendorffAlpha(labels, "interval")
    }
  }
)

// Of the labels alone, 24 % are wrong.
example("review-labels-are-not-a-sample", { all: 0.066666666667, acted: 0.02 }, () =>
  S.errorOfAudit({ acted: 1_000, audited: 50, wrongInAudit: 1, reviewed: 200, wrongInReview: 60 })
)

example("psi-kl-js", { psi: 0.047223080442, kl: 0.024289277428, js: 0.005880585876 }, () => {
  const [reference, current] = [
    [0.1, 0.2, 0.4, 0.3],
    [0.15, 0.25, 0.35, 0.25]
  ]
  return {
    psi: S.psi(reference, current),
    kl: S.klDivergence(current, reference),
    js: S.jsDivergence(reference, current)
  }
})

// A bin counts as (count + 0.5) / (n + 0.5 bins).
example("psi-empty-bin", 0.320117039205, () => S.psiOfCounts([50, 30, 20, 0], [40, 30, 20, 10]))

example("psi-of-no-change", 0.054, () => S.unchangedPsi(10, 1_000, 200))

within(1e-9)("kolmogorov-smirnov", { d: 0.275, p: 0.889905782529 }, () =>
  S.kolmogorovSmirnov(
    [0.12, 0.34, 0.45, 0.51, 0.55, 0.62, 0.71, 0.8, 0.88, 0.93],
    [0.4, 0.52, 0.58, 0.66, 0.74, 0.79, 0.85, 0.9]
  )
)

example("answer-shares-chi-square", { chi2: 8.428571428571, degrees: 2, p: 0.014782877195 }, () =>
  S.chiSquare([50, 30, 20], [30, 40, 30])
)

/** Errors as they came. */
const errors = [0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0]

// A step is ln 3 for an error, and ln(85/95) for a right answer.
within(1e-9)("cusum-bernoulli", { fourth: 1.098612288668, last: 5.924319921347, alarm: 10 }, () => {
  const path = S.cusum(errors, 0.05, 0.15)
  return { fourth: path[3], last: path.at(-1), alarm: S.firstAlarm(path, 4) }
})

within(1e-9)("e-process-betting", { fourth: 2.4576, last: 1641.562064176547, alarm: 8 }, () => {
  const path = S.eProcess(errors, 0.05, 4)
  return { fourth: path[3], last: path.at(-1), alarm: S.firstAlarm(path, 1 / 0.05) }
})

// With the prior Beta(1, 1).
within(1e-4)("msprt-beta-mixture", 1268.070682604867, () => S.betaMixtureRatio(6, 15, 0.05))
