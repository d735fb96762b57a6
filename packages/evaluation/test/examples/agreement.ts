// Worked examples of agreement, pairs and drift.
import * as S from "../../src/index.ts"
import { average, type Input } from "./support.ts"

const agreementOf = (confusion: Array<Array<number>>) => {
  const n = confusion.flat().reduce((sum, count) => sum + count, 0)
  const agreement = confusion.reduce((sum, row, k) => sum + (row[k] ?? 0), 0) / n
  return { agreement, cohen: S.kappa(confusion) ?? null }
}

export const agreement: { readonly [name: string]: (input: Input) => unknown } = {
  "mcnemar-exact": ({ only_a_right: a, only_b_right: b }) => {
    const { midP, p } = S.mcnemar(a, b)
    return { p_exact: p, p_mid: midP, chi2_continuity: (Math.abs(a - b) - 1) ** 2 / (a + b) }
  },
  "paired-difference": ({ difference_of_losses_per_row: differences }) => {
    const { mean, standardError, z } = S.pairedDifference(differences)
    return { mean, se: standardError, z }
  },
  "clustered-standard-error": ({ scores_by_cluster: scores }) => {
    const clusters: Array<Array<number>> = Object.values(scores)
    return {
      mean: average(clusters.flat()),
      naive: S.standardError(clusters.flat()),
      clustered: S.clusteredStandardError(clusters)
    }
  },
  "ranked-probability-score": ({ p, y }) => {
    const normalised = S.rankedProbabilityScoreOf(p, y)
    return { rps: normalised * (p.length - 1), normalised }
  },
  "score-mae": ({ p, y }) => {
    const error = (of: (row: Array<number>) => number) =>
      average(p.map((row: Array<number>, i: number) => Math.abs(of(row) - y[i])))
    return {
      means: p.map(S.meanLevel),
      mae_of_mean: error(S.meanLevel),
      mae_of_mode: error(S.mode),
      mae_of_median: error(S.medianLevel)
    }
  },
  "kappa-cohen-linear-quadratic": ({ confusion_rows_true: confusion }) => ({
    cohen: S.kappa(confusion),
    linear: S.kappa(confusion, "linear"),
    quadratic: S.kappa(confusion, "quadratic")
  }),
  "kappa-prevalence": ({ confusion }) => agreementOf(confusion),
  "kappa-one-class-only": ({ confusion }) => agreementOf(confusion),
  "krippendorff-alpha": ({ observers_by_unit: labels }) => ({
    nominal: S.krippendorffAlpha(labels),
    ordinal: S.krippendorffAlpha(labels, "ordinal"),
    interval: S.krippendorffAlpha(labels, "interval")
  }),
  "review-labels-are-not-a-sample": (input) => {
    const rates = S.errorOfAudit({
      acted: input.acted,
      audited: input.audited_at_random,
      wrongInAudit: input.wrong_in_audit,
      reviewed: input.reviewed,
      wrongInReview: input.wrong_in_review
    })
    return {
      error_of_all_labels_pooled:
        (input.wrong_in_audit + input.wrong_in_review) / (input.audited_at_random + input.reviewed),
      error_of_the_model: rates.all,
      error_among_acted: rates.acted,
      one_sided_95_high: S.upperBound(input.wrong_in_audit, input.audited_at_random)
    }
  },
  "psi-kl-js": ({ current, reference }) => ({
    psi: S.psi(reference, current),
    kl_current_from_reference: S.klDivergence(current, reference),
    js: S.jsDivergence(reference, current)
  }),
  "psi-empty-bin": (input) => S.psiOfCounts(input.reference_counts, input.current_counts),
  "psi-of-no-change": (input) => S.unchangedPsi(input.bins, input.reference_rows, input.current_rows),
  "kolmogorov-smirnov": ({ a, b }) => {
    const { d, p } = S.kolmogorovSmirnov(a, b)
    return { d, p_asymptotic: p }
  },
  "answer-shares-chi-square": (input) => {
    const { chi2, degrees, p } = S.chiSquare(input.reference_counts, input.current_counts)
    return { chi2, df: degrees, p }
  },
  "cusum-bernoulli": ({ errors, h, p0, p1 }) => {
    const path = S.cusum(errors, p0, p1)
    return {
      step_error: Math.log(p1 / p0),
      step_right: Math.log((1 - p1) / (1 - p0)),
      path,
      alarm_at: S.firstAlarm(path, h)
    }
  },
  "e-process-betting": ({ alpha, bet, delta, errors }) => {
    const path = S.eProcess(errors, alpha, bet)
    return { path, alarm_at: S.firstAlarm(path, 1 / delta) }
  },
  "msprt-beta-mixture": ({ errors, n, p0 }) => S.betaMixtureRatio(errors, n, p0)
}
