// Worked examples of scores of probabilities and of intervals.
import { assert } from "@effect/vitest"
import * as S from "../../src/index.ts"
import { cellsOf, forecasts, average, rowsOf, coverage, wald, type Input } from "./support.ts"

export const scores: { readonly [name: string]: (input: Input) => unknown } = {
  "brier-binary": (input) => average(forecasts(input).map(([p, y]) => S.binaryBrierOf(p, y))),
  "brier-multiclass": ({ p, y }) => {
    const sum = average(p.map((row: Array<number>, i: number) => S.brierOf(row, y[i])))
    return { sum, half: sum / 2 }
  },
  "brier-decomposition-distinct-values": (input) => {
    const parts = S.brierParts(
      cellsOf(input).map(({ n, p, yes }) => rowsOf(n, yes).map(([, y]): S.Forecast => [p, y]))
    )
    assert.closeTo(parts.withinVariance + Math.abs(parts.withinCovariance), 0, 1e-15)
    return parts
  },
  "brier-decomposition-binned": (input) => {
    const rows = forecasts(input)
    const parts = S.brierParts([rows.filter(([p]) => p < 0.5), rows.filter(([p]) => p >= 0.5)])
    const { reliability, resolution, uncertainty, withinCovariance, withinVariance } = parts
    assert.closeTo(
      parts.brier,
      reliability - resolution + uncertainty + withinVariance - withinCovariance,
      1e-15
    )
    return {
      ...parts,
      within_bin_variance: withinVariance,
      within_bin_covariance: withinCovariance,
      three_terms_only: reliability - resolution + uncertainty
    }
  },
  "log-loss-clipping": (input) => {
    const loss = (clip: number) =>
      average(forecasts(input).map(([p, y]) => S.logLossOf(y === 1 ? p : 1 - p, clip)))
    return { "eps_2.220446049250313e-16": loss(2 ** -52), "eps_0.005": loss(S.logLossClip) }
  },
  "log-loss-multiclass": ({ p, y }) =>
    average(p.map((row: Array<number>, i: number) => S.logLossOf(row[y[i]] ?? 0))),
  "ece-equal-width-edges": (input) => {
    const error = (edge: "above" | "below") =>
      S.calibrationError(S.equalWidthBins(forecasts(input), input.bins, edge).map(S.toCell))
    return { "bins_[a,b)_last_closed": error("above"), "bins_(a,b]_first_closed": error("below") }
  },
  "ece-equal-mass-ties": (input) => {
    const bins = S.equalMassBins(forecasts(input), input.bins)
    return { ece: S.calibrationError(bins.map(S.toCell)), bin_sizes: bins.map(({ length }) => length) }
  },
  "ece-top-label": ({ bins, p, y }) => {
    const top = S.topForecasts(p, y)
    return {
      ece: S.calibrationError(S.equalWidthBins(top, bins).map(S.toCell)),
      accuracy: average(top.map(([, right]) => right))
    }
  },
  "ece-classwise": ({ bins, p, y }) => {
    const perClass = [0, 1, 2].map((k) =>
      S.calibrationError(S.equalWidthBins(S.classForecasts(p, y, k), bins).map(S.toCell))
    )
    return { per_class: perClass, mean: average(perClass) }
  },
  "calibration-error-l2-debiased": (input) => {
    const { pluginSquared, root, squared } = S.debiasedCalibrationError(cellsOf(input))
    return { plugin_squared: pluginSquared, debiased_squared: squared, debiased_root: root }
  },
  "ece-of-a-perfect-model": ({ cases }) =>
    cases.map(([n, p]: [number, number]) => S.perfectCalibrationError([{ n, p }])),
  "wilson-45-of-50": ({ confidence, n, successes }) => ({
    ...S.wilson(successes, n, confidence),
    one_sided_95_low: S.wilson(successes, n, 0.9).low
  }),
  "wilson-0-of-20": ({ confidence, n, successes }) => S.wilson(successes, n, confidence),
  "clopper-pearson-45-of-50": ({ confidence, n, successes }) => S.clopperPearson(successes, n, confidence),
  "clopper-pearson-0-of-20": ({ confidence, n, successes }) => ({
    ...S.clopperPearson(successes, n, confidence),
    one_sided_95_high: S.upperBound(successes, n)
  }),
  "error-bound-one-sided": ({ cases_errors_n: cases, confidence }) =>
    cases.map(([errors, n]: [number, number]) => S.upperBound(errors, n, confidence)),
  "interval-coverage-exact": ({ n, p }) => ({
    wald: coverage((k) => wald(k, n), n, p),
    wilson: coverage((k) => S.wilson(k, n), n, p),
    clopper_pearson: coverage((k) => S.clopperPearson(k, n), n, p)
  })
}
