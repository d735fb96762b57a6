// Worked examples of scores of probabilities and of intervals.
import { assert } from "@effect/vitest"
import * as S from "../../src/index.ts"
import {
  average,
  example,
  fiveCells,
  forecasts,
  ofSix,
  sixForecasts,
  tenForecasts,
  within
} from "./support.ts"

example("brier-binary", 0.1635, () => average(tenForecasts.map(([p, y]) => S.binaryBrierOf(p, y))))

example("brier-multiclass", 0.42, () => ofSix(S.brierOf))

const group = (p: number, n: number, yes: number) =>
  Array.from({ length: n }, (_row, i): S.Forecast => [p, i < yes ? 1 : 0])

example(
  "brier-decomposition-distinct-values",
  {
    brier: 0.206666666667,
    reliability: 0.021111111111,
    resolution: 0.063333333333,
    uncertainty: 0.248888888889
  },
  () => {
    const parts = S.brierParts([group(0.1, 4, 1), group(0.6, 5, 2), group(0.9, 6, 5)])
    assert.closeTo(parts.withinVariance + Math.abs(parts.withinCovariance), 0, 1e-15)
    return parts
  }
)

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

within(1e-6)("log-loss-clipping", [9.069211819071, 1.384130948885], () =>
  [2 ** -52, S.logLossClip].map((clip) =>
    average(
      forecasts([1, 0.99, 0, 0.2], [1, 1, 1, 0]).map(([p, y]) => S.logLossOf(y === 1 ? p : 1 - p, clip))
    )
  )
)

example("log-loss-multiclass", 0.735813409924, () => ofSix((row, y) => S.logLossOf(row[y] ?? 0)))

const errorByEdge = (edge: "above" | "below") =>
  S.calibrationError(S.equalWidthBins(tenForecasts, 5, edge).map(S.toCell))

example("ece-equal-width-edges", { above: 0.19, below: 0.16 }, () => {
  return { above: errorByEdge("above"), below: errorByEdge("below") }
})

// A bin closes after the group of equal p that reaches the next multiple of n/bins: ties never split.
example("ece-equal-mass-ties", { ece: 0.08, sizes: [4, 2, 3, 1] }, () => {
  const rows = forecasts([0.1, 0.2, 0.2, 0.2, 0.5, 0.5, 0.8, 0.8, 0.8, 0.9], [0, 0, 1, 0, 1, 0, 1, 1, 0, 1])
  const bins = S.equalMassBins(rows, 5)
  return { ece: S.calibrationError(bins.map(S.toCell)), sizes: bins.map(({ length }) => length) }
})

const errorInTenBins = (rows: Array<S.Forecast>) =>
  S.calibrationError(S.equalWidthBins(rows, 10).map(S.toCell))

example("ece-top-label", { ece: 0.366666666667, accuracy: 0.5 }, () => {
  const top = S.topForecasts(sixForecasts.p, sixForecasts.y)
  return { ece: errorInTenBins(top), accuracy: average(top.map(([, right]) => right)) }
})

example("ece-classwise", [0.366666666667, 0.283333333333, 0.216666666667], () =>
  [0, 1, 2].map((k) => errorInTenBins(S.classForecasts(sixForecasts.p, sixForecasts.y, k)))
)

example(
  "calibration-error-l2-debiased",
  { pluginSquared: 0.011, squared: 0.000289473684, root: 0.017013926184 },
  () => S.debiasedCalibrationError(fiveCells)
)

example("ece-of-a-perfect-model", [0.031776068739, 0.069823808623, 0.123046875], () =>
  [
    { n: 100, p: 0.8 },
    { n: 20, p: 0.8 },
    { n: 10, p: 0.5 }
  ].map((cell) => S.perfectCalibrationError([cell]))
)

within(1e-9)("wilson-45-of-50", { low: 0.786397685625, high: 0.956524235068 }, () => S.wilson(45, 50, 0.95))

within(1e-9)("wilson-45-of-50, one-sided", 0.808462485848, () => S.wilson(45, 50, 0.9).low)

within(1e-9)("wilson-0-of-20", { low: 0, high: 0.161125158053 }, () => S.wilson(0, 20, 0.95))

within(1e-9)("clopper-pearson-45-of-50", { low: 0.781864633566, high: 0.966724906411 }, () =>
  S.clopperPearson(45, 50, 0.95)
)

example("clopper-pearson-0-of-20", { low: 0, high: 0.168433470983 }, () => S.clopperPearson(0, 20, 0.95))

example("clopper-pearson-0-of-20, one-sided", 0.139108340668, () => S.upperBound(0, 20))

within(1e-9)("error-bound-one-sided", [0.049507609888, 0.051533713686, 0.05184333912, 0.042036545014], () => [
  S.upperBound(0, 59, 0.95),
  S.upperBound(2, 120, 0.95),
  S.upperBound(5, 200, 0.95),
  S.upperBound(10, 400, 0.95)
])

/** How often an interval of 50 rows covers a share of 0.95. */
const coverage = (interval: (k: number, n: number) => S.Interval) => {
  let sum = 0
  for (let k = 0; k <= 50; k++) {
    const { high, low } = interval(k, 50)
    if (low <= 0.95 && 0.95 <= high) sum += S.binomialPmf(k, 50, 0.95)
  }
  return sum
}

within(1e-9)("interval-coverage-exact", { wilson: 0.96222382701, clopperPearson: 0.988213552203 }, () => {
  return { wilson: coverage(S.wilson), clopperPearson: coverage(S.clopperPearson) }
})
