// Worked examples of scores of probabilities and of intervals.
import * as S from "../../src/index.ts"
import { average, example, fiveCells, forecasts, within } from "./support.ts"

/** Ten forecasts of yes or no. */
const tenForecasts = forecasts(
  [0.95, 0.9, 0.8, 0.8, 0.7, 0.6, 0.4, 0.3, 0.2, 0.05],
  [1, 1, 1, 0, 1, 0, 1, 0, 0, 0]
)

/** Six forecasts of three classes. */
const sixForecasts = {
  p: [
    [0.7, 0.2, 0.1],
    [0.5, 0.3, 0.2],
    [0.2, 0.6, 0.2],
    [0.1, 0.1, 0.8],
    [0.4, 0.4, 0.2],
    [0.3, 0.3, 0.4]
  ],
  y: [0, 1, 1, 2, 1, 0]
}

/** The average over the six forecasts. */
const ofSix = (score: (p: S.Probabilities, y: number) => number) =>
  average(sixForecasts.p.map((row, i) => score(row, sixForecasts.y[i] ?? 0)))

example("brier-binary", 0.1635, () => average(tenForecasts.map(([p, y]) => S.binaryBrierOf(p, y))))

example("brier-multiclass", 0.42, () => ofSix(S.brierOf))

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

example("log-loss", { multiclass: 0.735813409924, clipped: -Math.log(S.logLossClip) }, () => ({
  multiclass: ofSix((row, y) => S.logLossOf(row[y] ?? 0)),
  clipped: S.logLossOf(0)
}))

const errorBy = (edge: "above" | "below") =>
  S.calibrationError(S.equalWidthBins(tenForecasts, 5, edge).map(S.toCell))

example("ece-equal-width-edges", { above: 0.19, below: 0.16 }, () => ({
  above: errorBy("above"),
  below: errorBy("below")
}))

// A bin closes after the group of equal p that reaches the next multiple of n/bins: ties never split.
example("ece-equal-mass-ties", { ece: 0.08, sizes: [4, 2, 3, 1] }, () => {
  const rows = forecasts([0.1, 0.2, 0.2, 0.2, 0.5, 0.5, 0.8, 0.8, 0.8, 0.9], [0, 0, 1, 0, 1, 0, 1, 1, 0, 1])
  const bins = S.equalMassBins(rows, 5)
  return { ece: S.calibrationError(bins.map(S.toCell)), sizes: bins.map(({ length }) => length) }
})

const { p, y } = sixForecasts
example("ece-top-label-and-classwise", [0.366666666667, 0.366666666667, 0.283333333333, 0.216666666667], () =>
  [S.topForecasts(p, y), ...[0, 1, 2].map((k) => S.classForecasts(p, y, k))].map((rows) =>
    S.calibrationError(S.equalWidthBins(rows, 10).map(S.toCell))
  )
)

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
  "wilson: 45 of 50, one-sided, 0 of 20",
  [{ low: 0.786397685625, high: 0.956524235068 }, { low: 0.808462485848 }, { low: 0, high: 0.161125158053 }],
  () => [S.wilson(45, 50, 0.95), S.wilson(45, 50, 0.9), S.wilson(0, 20, 0.95)]
)

within(1e-9)(
  "clopper-pearson: 45 of 50, 0 of 20",
  [
    { low: 0.781864633566, high: 0.966724906411 },
    { low: 0, high: 0.168433470983 }
  ],
  () => [S.clopperPearson(45, 50, 0.95), S.clopperPearson(0, 20, 0.95)]
)

within(1e-9)("error-bound-one-sided", [0.139108340668, 0.049507609888, 0.042036545014], () => [
  S.upperBound(0, 20),
  S.upperBound(0, 59, 0.95),
  S.upperBound(10, 400, 0.95)
])
