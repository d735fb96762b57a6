// Worked examples of thresholds.
import * as S from "../../src/index.ts"
import { eightLevels, example, levels, within } from "./support.ts"

const rates = [0.1, 0.05, 0.02, 0.01]

example("labels-needed-without-any-error", [29, 59, 149, 299], () =>
  rates.map((rate) => S.rowsWithoutError(rate, 1 - 0.95))
)

example("labels-needed-five-questions", [44, 90, 228, 459], () =>
  rates.map((rate) => S.rowsWithoutError(rate, S.shareDelta(1 - 0.95, 5)))
)

example("labels-needed-for-power", [59, 124, 286, 694], () =>
  [0, 0.01, 0.02, 0.03].map((rate) => S.rowsForPower(0.05, 1 - 0.95, rate, 0.8))
)

example("binomial-p-value-for-risk", 0.026446800009, () => S.riskPValue(4, 200, 0.05))

example(
  "hoeffding-bentkus-p-value",
  { hoeffding: 0.088160863562, bentkus: 0.071889855886, p: 0.071889855886 },
  () => S.boundedLossPValue(0.02, 200, 0.05)
)

within(1e-9)(
  "threshold-with-guarantee",
  {
    rows: [120, 160, 200, 250, 280, 360, 400, 430],
    errors: [0, 1, 3, 6, 10, 11, 19, 31],
    pValues: [
      0.002122426379, 0.002569663621, 0.009048376396, 0.031384931607, 0.168913917756, 0.05059322607,
      0.467969949291, 0.982425320077
    ],
    fixedSequence: 0.9,
    bonferroni: 0.99,
    pointEstimateOnly: 0.7,
    ownBoundHolds: 0.9
  },
  () => {
    const steps = S.riskSteps(eightLevels, 0.05)
    return {
      rows: steps.map(({ rows }) => rows),
      errors: steps.map(({ errors }) => errors),
      pValues: steps.map(({ pValue }) => pValue),
      fixedSequence: S.fixedSequence(steps, 0.05, 0.05)?.p,
      bonferroni: S.bonferroniOverSteps(steps, 0.05)?.p,
      pointEstimateOnly: steps.findLast(({ errors, rows }) => errors / rows <= 0.05)?.p,
      ownBoundHolds: steps.findLast(({ pValue }) => pValue <= 0.05)?.p
    }
  }
)

const stepsFromTheTop = S.riskSteps(levels([1, 40, 0], [0.99, 80, 0], [0.95, 60, 2], [0.9, 50, 9]), 0.05)

within(1e-9)(
  "threshold-start-of-the-sequence: p values",
  [0.128512156565, 0.002122426379, 0.005387637505, 0.518289933687],
  () => stepsFromTheTop.map(({ pValue }) => pValue)
)

example(
  "threshold-start-of-the-sequence: the first level with 59 rows",
  0.95,
  () => S.fixedSequence(stepsFromTheTop, 0.05, 0.05)?.p
)

// The loss of a row is 1 if it is acted upon and wrong, of all rows: monotone in the threshold.
example(
  "conformal-risk-control",
  {
    threshold: 0.9,
    adjusted: [
      0.002320185615, 0.00464037123, 0.009280742459, 0.016241299304, 0.025522041763, 0.027842227378,
      0.046403712297, 0.074245939675
    ]
  },
  () => S.conformalRiskControl(eightLevels, 430, 0.02)
)

example("split-conformal-rank", [18, 96, null], () => [
  S.conformalRank(19, 0.1),
  S.conformalRank(100, 0.05),
  S.conformalRank(8, 0.1) ?? null
])

example("several-questions", { bonferroni: 0.01, sidak: 0.010206218313 }, () => ({
  bonferroni: S.shareDelta(0.05, 5),
  sidak: S.sidakDelta(0.05, 5)
}))

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
  {
    levels: [0.99, 0.95, 0.9, 0.8, 0.7, 0.6],
    coverage: [0.125, 0.375, 0.5, 0.75, 0.875, 1],
    risk: [0, 0.333333333333, 0.25, 0.333333333333, 0.428571428571, 0.375]
  },
  () => {
    const points = S.riskCoverage(S.toLevels(answers))
    return {
      levels: points.map(({ p }) => p),
      coverage: points.map(({ coverage }) => coverage),
      risk: points.map(({ risk }) => risk)
    }
  }
)

example("aurc-ties", { aurc: 0.283779761905, perfect: 0.103422619048, augrc: 0.1875 }, () =>
  S.riskCoverageAreas(S.toLevels(answers))
)

// What the order of the file would decide: each row a level of its own.
example("aurc-ties: errors first, and last", [0.327529761905, 0.240029761905], () =>
  [1, -1].map((first) => {
    const sorted = answers.toSorted((a, b) => b.p - a.p || first * (Number(a.right) - Number(b.right)))
    return S.riskCoverageAreas(sorted.map(({ p, right }) => ({ p, rows: 1, errors: Number(!right) }))).aurc
  })
)
