// Worked examples with exact figures: scores of probabilities, intervals, calibration maps, agreement, and thresholds.
import { assert, it } from "vitest"
import * as S from "../src/index.ts"

/** Compares every figure that is expected. */
const compare = (actual: unknown, expected: unknown, tolerance: number, path: string): void => {
  if (typeof expected !== "number" && expected !== null) {
    for (const [name, value] of Object.entries(expected as object))
      compare(Reflect.get(Object(actual), name), value, tolerance, `${path}.${name}`)
    if (Array.isArray(expected)) assert.lengthOf(actual as Array<unknown>, expected.length, path)
  } else if (expected === null) assert.isNull(actual, path)
  // Figures are stated with twelve decimals.
  else assert.closeTo(actual as number, expected, Math.max(tolerance, 6e-13), path)
}

/** Declares examples whose figures are exact within a tolerance. */
const within =
  (tolerance: number) =>
  (name: string, expected: unknown, compute: () => unknown): void =>
    it(name, () => compare(compute(), expected, tolerance, name))

const example = within(1e-12)

const average = (values: ReadonlyArray<number>) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const forecasts = (p: ReadonlyArray<number>, y: ReadonlyArray<0 | 1>) =>
  p.map((value, i): S.Forecast => [value, y[i] ?? 0])

/** Forecasts of five probabilities, with how often each came and came true. */
const fiveCells = [0.95, 0.8, 0.6, 0.3, 0.1].map((p, i) => ({ p, n: 20, yes: [16, 14, 11, 8, 4][i] ?? 0 }))
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

example("calibration-error-l2-debiased", 0.017013926184, () => S.debiasedCalibrationError(fiveCells).root)

example("ece-of-a-perfect-model", [0.031776068739, 0.123046875], () => [
  S.perfectCalibrationError([{ n: 100, p: 0.8 }]),
  S.perfectCalibrationError([{ n: 10, p: 0.5 }])
])

within(1e-9)(
  "intervals: 45 of 50, by Wilson two- and one-sided; 0 of 20",
  [{ low: 0.786397685625, high: 0.956524235068 }, { low: 0.808462485848 }, { low: 0, high: 0.161125158053 }],
  () => [S.wilson(45, 50, 0.95), S.wilson(45, 50, 0.9), S.wilson(0, 20, 0.95)]
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

example("isotonic, with weights and ties", [0.2, 0.4, 0.55, 0.7, 0.8, 0, 1 / 3, 1 / 3, 0.5, 1, 1], () => {
  const x = [0.1, 0.2, 0.2, 0.3, 0.4, 0.4, 0.5, 0.6]
  const ties = x.map((p, i) => ({ p, n: 1, yes: [0, 1, 0, 0, 1, 0, 1, 1][i] ?? 0 }))
  return [...S.fitIsotonic(fiveCells), ...S.fitIsotonic(ties)].map(({ fitted }) => fitted)
})

example("mcnemar-exact", { p: 0.03515625, midP: 0.021270751953 }, () => S.mcnemar(3, 12))

/** Scores of rows that belong together. */
const clusters = [[1, 1, 1, 1], [0, 0, 1], [1, 0], [1]]

example("clustered-standard-error", 0.19663841605, () => S.clusteredStandardError(clusters))

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

example("labels-needed-without-any-error", [29, 59, 149, 299], () =>
  [0.1, 0.05, 0.02, 0.01].map((rate) => S.rowsWithoutError(rate, 0.05))
)

example("labels-needed-for-power", [59, 124, 286, 694], () =>
  [0, 0.01, 0.02, 0.03].map((rate) => S.rowsForPower(0.05, 1 - 0.95, rate, 0.8))
)

/** Levels of sureness from the surest down, each with its rows and errors. */
const levels = (
  sureness: ReadonlyArray<number>,
  rows: ReadonlyArray<number>,
  errors: ReadonlyArray<number>
) => sureness.map((p, i): S.Level => ({ p, rows: rows[i] ?? 0, errors: errors[i] ?? 0 }))

within(1e-9)(
  "threshold-with-guarantee",
  {
    fourth: { p: 0.9, rows: 250, errors: 6, pValue: 0.031384931607 },
    last: { p: 0.6, rows: 430, errors: 31, pValue: 0.982425320077 },
    fixedSequence: 0.9
  },
  () => {
    const sureness = [1, 0.99, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6]
    const eight = levels(sureness, [120, 40, 40, 50, 30, 80, 40, 30], [0, 1, 2, 3, 4, 1, 8, 12])
    const steps = S.riskSteps(eight, 0.05)
    return { fourth: steps[3], last: steps.at(-1), fixedSequence: S.fixedSequence(steps, 0.05, 0.05)?.p }
  }
)

example("threshold-start-of-the-sequence: the first level with 59 rows", 0.95, () => {
  const steps = S.riskSteps(levels([1, 0.99, 0.95, 0.9], [40, 80, 60, 50], [0, 0, 2, 9]), 0.05)
  return S.fixedSequence(steps, 0.05, 0.05)?.p
})

example(
  "risk-coverage-with-ties",
  {
    curve: { 1: { p: 0.95, coverage: 0.375, risk: 1 / 3 }, 5: { p: 0.6, risk: 0.375 } },
    areas: { aurc: 0.283779761905, perfect: 0.103422619048, augrc: 0.1875 }
  },
  () => {
    const p = [0.99, 0.95, 0.95, 0.9, 0.8, 0.8, 0.7, 0.6]
    const answers = S.toLevels(p.map((one, i) => ({ p: one, right: ![2, 5, 6].includes(i) })))
    return { curve: S.riskCoverage(answers), areas: S.riskCoverageAreas(answers) }
  }
)
