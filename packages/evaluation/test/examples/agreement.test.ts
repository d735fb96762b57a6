// Worked examples of agreement, pairs and drift.
import * as S from "../../src/index.ts"
import { average, bootstrapped, example, quantile, within } from "./support.ts"

example("mcnemar-exact", { p: 0.03515625, midP: 0.021270751953 }, () => S.mcnemar(3, 12))

example("paired-difference", { mean: 0.075, standardError: 0.043301270189, z: 1.732050807569 }, () =>
  S.pairedDifference([0.1, -0.05, 0.2, 0, 0.15, 0.05, -0.1, 0.25])
)

// The figures of both bootstraps are of all resamples; ours is a seeded sample of 20,000.
within(0.01)(
  "paired-bootstrap-enumerated",
  { mean: 0.2, deviation: 0.334664010614, low: -0.4, high: 0.8, atMost0: 0.37536 },
  () => {
    const means = bootstrapped([1, 0, 0, -1, 1].map((value) => [value]))
    const mean = average(means)
    return {
      mean,
      deviation: Math.sqrt(average(means.map((value) => (value - mean) ** 2))),
      low: quantile(means, 0.025),
      high: quantile(means, 0.975),
      atMost0: means.filter((value) => value <= 1e-12).length / means.length
    }
  }
)

/** Scores of rows that belong together. */
const clusters = [[1, 1, 1, 1], [0, 0, 1], [1, 0], [1]]

example("clustered-standard-error", { naive: 0.152752523165, clustered: 0.19663841605 }, () => ({
  naive: S.standardError(clusters.flat()),
  clustered: S.clusteredStandardError(clusters)
}))

within(0.01)("cluster-bootstrap-enumerated", { mean: 0.692219846126, low: 0.4, high: 1 }, () => {
  const means = bootstrapped(clusters)
  return { mean: average(means), low: quantile(means, 0.025), high: quantile(means, 0.975) }
})

example("ranked-probability-score", 0.19 / 3, () => S.rankedProbabilityScoreOf([0.1, 0.2, 0.4, 0.3], 2))

example("score-mae", { means: [1.9, 0.5, 2.4], modes: [2, 0, 3], medians: [2, 0, 3] }, () => {
  const rows = [
    [0.1, 0.2, 0.4, 0.3],
    [0.6, 0.3, 0.1, 0],
    [0, 0.2, 0.2, 0.6]
  ]
  return { means: rows.map(S.meanLevel), modes: rows.map(S.mode), medians: rows.map(S.medianLevel) }
})

example(
  "kappa-cohen-linear-quadratic",
  { cohen: 0.620535714286, linear: 0.751724137931, quadratic: 0.857954545455 },
  () => {
    const confusion = [
      [10, 3, 0, 0],
      [2, 8, 4, 0],
      [0, 3, 12, 2],
      [0, 1, 2, 13]
    ]
    return {
      cohen: S.kappa(confusion),
      linear: S.kappa(confusion, "linear"),
      quadratic: S.kappa(confusion, "quadratic")
    }
  }
)

// Observers agree in 92 of 100.
example("kappa-prevalence", 0.290780141844, () =>
  S.kappa([
    [90, 4],
    [4, 2]
  ])
)

example("kappa-one-class-only", null, () => {
  const none = S.kappa([
    [50, 0],
    [0, 0]
  ])
  return none ?? null
})

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
within(1e-9)(
  "cusum-bernoulli",
  {
    path: [
      0, 0, 0, 1.098612288668, 0.987386653558, 0.876161018448, 1.974773307116, 3.073385595784, 2.962159960674,
      4.060772249342, 3.949546614232, 5.0481589029, 6.146771191568, 6.035545556458, 5.924319921347
    ],
    alarm: 10
  },
  () => {
    const path = S.cusum(errors, 0.05, 0.15)
    return { path, alarm: S.firstAlarm(path, 4) }
  }
)

within(1e-9)(
  "e-process-betting",
  {
    path: [
      0.8, 0.64, 0.512, 2.4576, 1.96608, 1.572864, 7.5497472, 36.23878656, 28.991029248, 139.1569403904,
      111.32555231232, 534.362651099136, 2564.940725275854, 2051.952580220683, 1641.562064176547
    ],
    alarm: 8
  },
  () => {
    const path = S.eProcess(errors, 0.05, 4)
    return { path, alarm: S.firstAlarm(path, 1 / 0.05) }
  }
)

// With the prior Beta(1, 1).
within(1e-4)("msprt-beta-mixture", 1268.070682604867, () => S.betaMixtureRatio(6, 15, 0.05))
