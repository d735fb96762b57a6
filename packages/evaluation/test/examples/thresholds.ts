// Worked examples of thresholds.
import * as S from "../../src/index.ts"
import { levelsOf, judged, type Input } from "./support.ts"

export const thresholds: { readonly [name: string]: (input: Input) => unknown } = {
  "labels-needed-without-any-error": ({ confidence, error_rates: rates }) =>
    rates.map((rate: number) => S.rowsWithoutError(rate, 1 - confidence)),
  "labels-needed-five-questions": ({ confidence, error_rates: rates, questions }) =>
    rates.map((rate: number) => S.rowsWithoutError(rate, S.shareDelta(1 - confidence, questions))),
  "labels-needed-for-power": ({ confidence, power, true_errors: rates, wanted_error: wanted }) =>
    rates.map((rate: number) => S.rowsForPower(wanted, 1 - confidence, rate, power)),
  "binomial-p-value-for-risk": ({ alpha, errors, n }) => S.riskPValue(errors, n, alpha),
  "hoeffding-bentkus-p-value": ({ alpha, mean_loss: loss, n }) => {
    const { bentkus, hoeffding, p } = S.boundedLossPValue(loss, n, alpha)
    return { hoeffding, bentkus, hb: p, exact_binomial_for_0_1_losses: S.riskPValue(loss * n, n, alpha) }
  },
  "threshold-with-guarantee": (input) => {
    const { alpha, delta } = input
    const steps = S.riskSteps(levelsOf(input), alpha)
    return {
      rows: steps.map(({ rows }) => rows),
      errors: steps.map(({ errors }) => errors),
      p_values: steps.map(({ pValue }) => pValue),
      fixed_sequence: S.fixedSequence(steps, alpha, delta)?.p,
      bonferroni_over_all_levels: S.bonferroniOverSteps(steps, delta)?.p,
      point_estimate_only: steps.findLast(({ errors, rows }) => errors / rows <= alpha)?.p,
      any_level_whose_own_bound_holds: steps.findLast(({ pValue }) => pValue <= delta)?.p
    }
  },
  "threshold-start-of-the-sequence": (input) => {
    const { alpha, delta } = input
    const steps = S.riskSteps(levelsOf(input), alpha)
    return {
      p_values: steps.map(({ pValue }) => pValue),
      from_the_top: (steps[0]?.pValue ?? 0) > delta ? null : 1,
      from_the_first_level_with_59_rows: S.fixedSequence(steps, alpha, delta)?.p
    }
  },
  "conformal-risk-control": (input) => {
    const { adjusted, threshold } = S.conformalRiskControl(levelsOf(input), input.rows_in_all, input.alpha)
    return { threshold, adjusted_risk: adjusted }
  },
  "split-conformal-rank": ({ cases_n_alpha: cases }) =>
    cases.map(([n, alpha]: [number, number]) => S.conformalRank(n, alpha) ?? null),
  "several-questions": ({ delta, questions }) => ({
    bonferroni: S.shareDelta(delta, questions),
    sidak: S.sidakDelta(delta, questions),
    chance_of_a_false_promise_without_correction: 1 - (1 - delta) ** questions
  }),
  holm: ({ p }) => ({ sorted_p: p.toSorted((a: number, b: number) => a - b), adjusted: S.holm(p) }),
  "thresholds-from-costs": (input) => {
    const found = S.thresholdsFromCosts({
      falseYes: input.cost_false_yes,
      falseNo: input.cost_false_no,
      review: input.cost_review
    })
    return {
      act_yes_from: found.yesFrom,
      act_no_up_to: found.noUpTo,
      without_review_yes_from: found.yesFromWithoutReview
    }
  },
  "risk-coverage-levels": (input) => {
    const points = S.riskCoverage(S.toLevels(judged(input)))
    return {
      levels: points.map(({ p }) => p),
      coverage: points.map((point) => point.coverage),
      risk: points.map(({ risk }) => risk)
    }
  },
  "aurc-ties": (input) => {
    const rows = judged(input)
    const { augrc, aurc, perfect } = S.riskCoverageAreas(S.toLevels(rows))
    // What the order of the file would decide: each row a level of its own.
    const inOrder = (errorsFirst: boolean) => {
      const sorted = rows.toSorted(
        (a, b) => b.p - a.p || (errorsFirst ? 1 : -1) * (Number(a.right) - Number(b.right))
      )
      return S.riskCoverageAreas(sorted.map(({ p, right }) => ({ p, rows: 1, errors: Number(!right) }))).aurc
    }
    return {
      ties_expected: aurc,
      errors_first: inOrder(true),
      errors_last: inOrder(false),
      perfect_ordering: perfect,
      excess_ties_expected: aurc - perfect,
      augrc
    }
  }
}
