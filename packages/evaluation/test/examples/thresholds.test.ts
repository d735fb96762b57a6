// Worked examples of thresholds.
import * as S from "../../src/index.ts"
import { example, within } from "./support.ts"

/** Levels of sureness from the surest down, in an order that is fixed before looking at labels. */
const levels = (...rows: ReadonlyArray<readonly [p: number, rows: number, errors: number]>): Array<S.Level> =>
  rows.map(([p, all, errors]) => ({ p, rows: all, errors }))

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

const rates = [0.1, 0.05, 0.02, 0.01]

example("labels-needed-without-any-error", { one: [29, 59, 149, 299], five: [44, 90, 228, 459] }, () => ({
  one: rates.map((rate) => S.rowsWithoutError(rate, 1 - 0.95)),
  five: rates.map((rate) => S.rowsWithoutError(rate, S.shareDelta(1 - 0.95, 5)))
}))

example("labels-needed-for-power", [59, 124, 286, 694], () =>
  [0, 0.01, 0.02, 0.03].map((rate) => S.rowsForPower(0.05, 1 - 0.95, rate, 0.8))
)

example("binomial-p-value-for-risk", [0.026446800009, 0.026446800009], () => [
  S.riskPValue(4, 200, 0.05),
  [0, 1, 2, 3, 4].reduce((sum, k) => sum + S.binomialPmf(k, 200, 0.05), 0)
])

example(
  "hoeffding-bentkus-p-value",
  { hoeffding: 0.088160863562, bentkus: 0.071889855886, p: 0.071889855886 },
  () => S.boundedLossPValue(0.02, 200, 0.05)
)

within(1e-9)(
  "threshold-with-guarantee",
  {
    fourth: { p: 0.9, rows: 250, errors: 6, pValue: 0.031384931607 },
    last: { p: 0.6, rows: 430, errors: 31, pValue: 0.982425320077 },
    fixedSequence: 0.9,
    bonferroni: 0.99
  },
  () => {
    const steps = S.riskSteps(eightLevels, 0.05)
    return {
      fourth: steps[3],
      last: steps.at(-1),
      fixedSequence: S.fixedSequence(steps, 0.05, 0.05)?.p,
      bonferroni: S.bonferroniOverSteps(steps, 0.05)?.p
    }
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

example("split-conformal-rank", [18, 96, null], () => [
  S.conformalRank(19, 0.1),
  S.conformalRank(100, 0.05),
  S.conformalRank(8, 0.1) ?? null
])

example("several-questions", [0.01, 0.010206218313], () => [S.shareDelta(0.05, 5), S.sidakDelta(0.05, 5)])

example("holm", [0.02, 0.044, 0.044, 0.06, 0.2], () => S.holm([0.004, 0.03, 0.011, 0.2, 0.012]))

example("thresholds-from-costs", { yesFrom: 0.6, noUpTo: 0.08, yesFromWithoutReview: 0.166666666667 }, () =>
  S.thresholdsFromCosts({ falseYes: 1, falseNo: 5, review: 0.4 })
)

/** Answers with ties. */
const answers = [0.99, 0.95, 0.95, 0.9, 0.8, 0.8, 0.7, 0.6].map((p, i) => ({
  p,
  right: ![2, 5, 6].includes(i)
}))

example(
  "risk-coverage-levels",
  { 1: { p: 0.95, coverage: 0.375, risk: 1 / 3 }, 5: { p: 0.6, risk: 0.375 } },
  () => S.riskCoverage(S.toLevels(answers))
)

example("aurc-ties", { aurc: 0.283779761905, perfect: 0.103422619048, augrc: 0.1875 }, () =>
  S.riskCoverageAreas(S.toLevels(answers))
)
