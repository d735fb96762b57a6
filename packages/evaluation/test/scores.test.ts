// Scores of probabilities, intervals, calibration maps and agreement.
import { assert, it } from "vitest"
import * as S from "../src/index.ts"
import { standardError } from "../src/intervals.ts"
import { example, within } from "./examples.ts"

const average = (values: ReadonlyArray<number>) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const forecasts = (p: ReadonlyArray<number>, y: ReadonlyArray<0 | 1>) =>
  p.map((value, i): S.Forecast => [value, y[i] ?? 0])

/** Forecasts of five probabilities, with how often each came and came true. */
const fiveCells = [0.95, 0.8, 0.6, 0.3, 0.1].map((p, i) => ({
  p,
  n: 20,
  yes: [16, 14, 11, 8, 4][i] ?? 0
}))
const countedCells = fiveCells.map(({ n, p, yes }) => ({ p: [1 - p, p], counts: [n - yes, yes] }))

/** Ten forecasts of yes or no. */
const tenForecasts = forecasts(
  [0.95, 0.9, 0.8, 0.8, 0.7, 0.6, 0.4, 0.3, 0.2, 0.05],
  [1, 1, 1, 0, 1, 0, 1, 0, 0, 0]
)

/** Six forecasts of three classes, and the class that came. */
const sixForecasts: ReadonlyArray<readonly [p: S.Probabilities, y: number]> = [
  [[0.7, 0.2, 0.1], 0],
  [[0.5, 0.3, 0.2], 1],
  [[0.2, 0.6, 0.2], 1],
  [[0.1, 0.1, 0.8], 2],
  [[0.4, 0.4, 0.2], 1],
  [[0.3, 0.3, 0.4], 0]
]

example("scores of three classes; a log loss is clipped", [0.42, 0.735813409924, -Math.log(0.005)], () => [
  average(sixForecasts.map(([p, y]) => S.brierOf(p, y))),
  average(sixForecasts.map(([p, y]) => S.logLossOf(p[y] ?? 0))),
  S.logLossOf(0)
])

example("ranked-probability-score", 0.19 / 3, () => S.rankedProbabilityScoreOf([0.1, 0.2, 0.4, 0.3], 2))

example(
  "brier-decomposition-binned",
  {
    brier: 0.1635,
    reliability: 0.0094375,
    resolution: 0.041666666667,
    uncertainty: 0.25,
    withinVariance: 0.014895833333,
    withinCovariance: 0.069166666667
  },
  () => S.brierParts([tenForecasts.filter(([p]) => p < 0.5), tenForecasts.filter(([p]) => p >= 0.5)])
)

// A bin closes after the group of equal p that reaches the next multiple of n/bins: ties never split.
example("ece-equal-mass-ties", { ece: 0.08, sizes: [4, 2, 3, 1] }, () => {
  const rows = forecasts([0.1, 0.2, 0.2, 0.2, 0.5, 0.5, 0.8, 0.8, 0.8, 0.9], [0, 0, 1, 0, 1, 0, 1, 1, 0, 1])
  const bins = S.equalMassBins(rows, 5)
  return { ece: S.calibrationError(bins.map(S.toCell)), sizes: bins.map(({ length }) => length) }
})

example(
  "calibration-error-l2-debiased",
  { pluginSquared: 0.011, squared: 0.000289473684, root: 0.017013926184 },
  () => S.debiasedCalibrationError(fiveCells)
)

example("ece-of-a-perfect-model", [0.031776068739, 0.123046875], () => [
  S.perfectCalibrationError([{ n: 100, p: 0.8 }]),
  S.perfectCalibrationError([{ n: 10, p: 0.5 }])
])

within(1e-9)(
  "intervals: 45 of 50, by Wilson two- and one-sided, and exactly; 0 of 20",
  [
    { low: 0.786397685625, high: 0.956524235068 },
    { low: 0.808462485848 },
    { low: 0.781864633566, high: 0.966724906411 },
    { low: 0, high: 0.161125158053 },
    { low: 0, high: 0.168433470983 }
  ],
  () => [
    S.wilson(45, 50, 0.95),
    S.wilson(45, 50, 0.9),
    S.clopperPearson(45, 50, 0.95),
    S.wilson(0, 20, 0.95),
    S.clopperPearson(0, 20, 0.95)
  ]
)

within(1e-9)("error-bound-one-sided", [0.139108340668, 0.049507609888, 0.042036545014], () => [
  S.upperBound(0, 20),
  S.upperBound(0, 59, 0.95),
  S.upperBound(10, 400, 0.95)
])

within(1e-8)(
  "temperature-two-classes",
  { temperature: 1.850298865771, becomes: [1 - 0.830803361658, 0.830803361658] },
  () => {
    const temperature = S.fitTemperature(countedCells).temperature ?? assert.fail("no temperature")
    return { temperature, becomes: S.applyTemperature([0.05, 0.95], temperature) }
  }
)

it("rows that are all right have no temperature", () => {
  const separable = [0.9, 0.8, 0.3, 0.2].map((p) => ({ p: [1 - p, p], counts: p > 0.5 ? [0, 1] : [1, 0] }))
  assert.deepStrictEqual(S.fitTemperature(separable), { refused: "at the bound" })
})

// Identified by b_3 = 0.
within(1e-6)(
  "vector-scaling-three-classes",
  {
    w: [1.077750491987, 0.141319368876, 0.697812908538],
    b: [0.283142903677, -0.465276161816, 0],
    becomes: [0.563245670459, 0.31176779794, 0.124986531601]
  },
  () => {
    const scaling = S.fitVectorScaling([
      { p: [0.7, 0.2, 0.1], counts: [6, 3, 1] },
      { p: [0.2, 0.6, 0.2], counts: [2, 5, 3] },
      { p: [0.1, 0.3, 0.6], counts: [1, 4, 5] },
      { p: [0.4, 0.35, 0.25], counts: [3, 4, 3] }
    ])
    return { ...scaling, becomes: S.applyVectorScaling([0.7, 0.2, 0.1], scaling) }
  }
)

example("class-prior-correction", [0.383561643836, 0.27397260274, 0.342465753425], () =>
  S.correctPrior([0.7, 0.2, 0.1], [0.5, 0.3, 0.2], [0.2, 0.3, 0.5])
)

example("isotonic, with weights and ties", [0.2, 0.4, 0.55, 0.7, 0.8, 0, 1 / 3, 1 / 3, 0.5, 1, 1], () => {
  const x = [0.1, 0.2, 0.2, 0.3, 0.4, 0.4, 0.5, 0.6]
  const ties = x.map((p, i) => ({ p, n: 1, yes: [0, 1, 0, 0, 1, 0, 1, 1][i] ?? 0 }))
  return [...S.fitIsotonic(fiveCells), ...S.fitIsotonic(ties)].map(({ fitted }) => fitted)
})

within(1e-7)("platt-on-logits", { a: 0.543491015136, b: -0.035496399562 }, () => S.fitPlatt(fiveCells))

example("mcnemar-exact", { p: 0.03515625, midP: 0.021270751953 }, () => S.mcnemar(3, 12))

example("paired-difference", { mean: 0.075, standardError: 0.043301270189, z: 1.732050807569 }, () =>
  S.pairedDifference([0.1, -0.05, 0.2, 0, 0.15, 0.05, -0.1, 0.25])
)

/** Scores of rows that belong together. */
const clusters = [[1, 1, 1, 1], [0, 0, 1], [1, 0], [1]]

example("clustered-standard-error", { naive: 0.152752523165, clustered: 0.19663841605 }, () => ({
  naive: standardError(clusters.flat()),
  clustered: S.clusteredStandardError(clusters)
}))

// The figures are of all resamples; ours is a seeded sample of them.
within(0.01)("cluster-bootstrap-enumerated", { mean: 0.692219846126, low: 0.4, high: 1 }, () => {
  const means = S.bootstrapMeans(clusters, { resamples: 20_000, random: S.seededRandom(1) })
  return { mean: average(means), low: means[500], high: means[19_500] }
})

example("kappa", { cohen: 0.620535714286, quadratic: 0.857954545455, ofOneClass: null }, () => {
  const confusion = [
    [10, 3, 0, 0],
    [2, 8, 4, 0],
    [0, 3, 12, 2],
    [0, 1, 2, 13]
  ]
  const ofOneClass = S.kappa([[50]]) ?? null
  return { cohen: S.kappa(confusion), quadratic: S.kappa(confusion, "quadratic"), ofOneClass }
})

example("krippendorff-alpha", { nominal: 0.743421052632, interval: 0.849107142857 }, () => {
  const labels = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
    [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null]
  ]
  return { nominal: S.krippendorffAlpha(labels), interval: S.krippendorffAlpha(labels, "interval") }
})
