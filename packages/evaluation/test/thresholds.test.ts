// Drift, and thresholds with their promises.
import * as S from "../src/index.ts"
import { example, within } from "./examples.ts"

example("population-stability-index", 0.047223080442, () =>
  S.psi([0.1, 0.2, 0.4, 0.3], [0.15, 0.25, 0.35, 0.25])
)

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
within(1e-9)("cusum-bernoulli", { 3: 1.098612288668, 14: 5.924319921347 }, () => S.cusum(errors, 0.05, 0.15))

within(1e-9)("e-process-betting", { 3: 2.4576, 14: 1641.562064176547 }, () => S.eProcess(errors, 0.05, 4))

example("labels-needed-without-any-error", [29, 59, 149, 299], () =>
  [0.1, 0.05, 0.02, 0.01].map((rate) => S.rowsWithoutError(rate, 0.05))
)

example("labels-needed-for-power", [59, 124, 286, 694], () =>
  [0, 0.01, 0.02, 0.03].map((rate) => S.rowsForPower(0.05, 1 - 0.95, rate, 0.8))
)

/** Levels of sureness from the surest down, in an order that is fixed before looking at labels. */
const levels = (...rows: ReadonlyArray<readonly [p: number, rows: number, errors: number]>): Array<S.Level> =>
  rows.map(([p, all, wrong]) => ({ p, rows: all, errors: wrong }))

const eightLevels = levels(
  [1, 120, 0],
  [0.99, 40, 1],
  [0.95, 40, 2],
  [0.9, 50, 3],
  [0.85, 30, 4],
  [0.8, 80, 1],
  [0.7, 40, 8],
  [0.6, 30, 12]
)

within(1e-9)(
  "threshold-with-guarantee",
  {
    fourth: { p: 0.9, rows: 250, errors: 6, pValue: 0.031384931607 },
    last: { p: 0.6, rows: 430, errors: 31, pValue: 0.982425320077 },
    fixedSequence: 0.9
  },
  () => {
    const steps = S.riskSteps(eightLevels, 0.05)
    return { fourth: steps[3], last: steps.at(-1), fixedSequence: S.fixedSequence(steps, 0.05, 0.05)?.p }
  }
)

example("threshold-start-of-the-sequence: the first level with 59 rows", 0.95, () => {
  const steps = S.riskSteps(levels([1, 40, 0], [0.99, 80, 0], [0.95, 60, 2], [0.9, 50, 9]), 0.05)
  return S.fixedSequence(steps, 0.05, 0.05)?.p
})

// The loss of a row is 1 if it is acted upon and wrong, of all rows: monotone in the threshold.
example(
  "conformal-risk-control",
  { threshold: 0.9, adjusted: { 0: 0.002320185615, 7: 0.074245939675 } },
  () => S.conformalRiskControl(eightLevels, 430, 0.02)
)

example("thresholds-from-costs", { yesFrom: 0.6, noUpTo: 0.08, yesFromWithoutReview: 0.166666666667 }, () =>
  S.thresholdsFromCosts({ falseYes: 1, falseNo: 5, review: 0.4 })
)

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
