// Figures as text and tables, for every format of a report.
import type { Estimate } from "@leadline/evaluation"
import type { About, QuestionReport, Report } from "./report.ts"

/** A share in percent with one decimal. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** A figure with three decimals. */
export const decimal = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? "undefined" : value.toFixed(3)

/** A line of the table of figures: its name, value, interval and meaning. */
export type FigureLine = readonly [name: string, value: string, interval: string, meaning: string]

const between = ({ high, low }: Estimate, text: (value: number) => string) =>
  Number.isFinite(low) ? `${text(low)} to ${text(high)}` : ""

/** The figures of a question. Intervals are of 95 % confidence. */
export const figureLines = ({ comparison, figures, policy }: QuestionReport): Array<FigureLine> => {
  const { accuracy, baseline, brier, brierParts, calibration, kappa, logLoss, score } = figures
  const lines: Array<FigureLine> = [
    ["accuracy", percent(accuracy.value), between(accuracy, percent), "answers that are the label"],
    ["most frequent label", percent(baseline), "", "the accuracy of always giving it"],
    [
      "Brier score",
      decimal(brier.value),
      between(brier, decimal),
      "squared error of probabilities; 0 is best"
    ]
  ]
  if (brierParts !== undefined) {
    const { reliability, resolution, uncertainty, withinCovariance, withinVariance } = brierParts
    lines.push(
      ["  reliability", decimal(reliability), "", "distance of probabilities from shares, in bins"],
      ["  resolution", decimal(resolution), "", "how far shares differ between bins; subtracted"],
      ["  uncertainty", decimal(uncertainty), "", "of the labels themselves"],
      ["  within bins", decimal(withinVariance - withinCovariance), "", "what bins leave out"]
    )
  }
  lines.push(
    ["log loss", decimal(logLoss.value), between(logLoss, decimal), "with probabilities clipped at 0.005"],
    [
      "calibration error",
      decimal(calibration.error),
      "",
      `in bins; a perfectly calibrated model would show ${decimal(calibration.ofPerfectModel)} on as many rows`
    ],
    [
      "  debiased",
      decimal(calibration.debiased.value),
      between(calibration.debiased, decimal),
      "root of the squared error, without what chance adds"
    ],
    ["Cohen's kappa", decimal(kappa), "", "agreement beyond chance; undefined for one label"]
  )
  if (score !== undefined) {
    lines.push(
      [
        "mean absolute error",
        decimal(score.mae.value),
        between(score.mae, decimal),
        "of the score, in levels"
      ],
      [
        "ranked probability score",
        decimal(score.rps.value),
        between(score.rps, decimal),
        "0 is best, 1 is worst"
      ],
      ["quadratic kappa", decimal(score.quadraticKappa), "", "agreement by squared distance of levels"]
    )
  }
  if (policy !== undefined) {
    const { acted, coverage, errorAtMost, errorRate, errors, promised, rows } = policy
    lines.push(
      ["acted upon", percent(coverage), "", `${acted} of ${rows} rows; the others go to review`],
      [
        "wrong among them",
        acted === 0 ? "none" : percent(errorRate),
        acted === 0 ? "" : `at most ${percent(errorAtMost)}`,
        `${errors} of ${acted} rows; the policy promises at most ${percent(promised)}`
      ]
    )
  }
  if (comparison !== undefined) {
    const { onlyFirstRight, onlySecondRight, rows } = comparison
    lines.push(
      [
        "difference of accuracy",
        percent(comparison.accuracy.value),
        between(comparison.accuracy, percent),
        `of the second source, on ${rows} rows of both`
      ],
      [
        "difference of Brier score",
        decimal(comparison.brier.value),
        between(comparison.brier, decimal),
        "below 0 is better"
      ],
      [
        "difference of log loss",
        decimal(comparison.logLoss.value),
        between(comparison.logLoss, decimal),
        "below 0 is better"
      ],
      [
        "McNemar's test",
        `p = ${comparison.mcnemarP.toPrecision(2)}`,
        "",
        `only the first is right on ${onlyFirstRight} rows, only the second on ${onlySecondRight}`
      ]
    )
  }
  return lines
}

/** A figure with its interval in brackets. */
const withInterval = (estimate: Estimate | undefined, text: (value: number) => string): string => {
  if (estimate === undefined) return "none"
  const interval = between(estimate, text)
  return interval === "" ? text(estimate.value) : `${text(estimate.value)} (${interval})`
}

const classHead = [
  "class",
  "labels",
  "recall",
  "precision",
  "Brier score",
  "reliability",
  "resolution",
  "log loss",
  "calibration error, debiased",
  "error of a perfect model"
]
const classLines = ({ figures }: QuestionReport): ReadonlyArray<ReadonlyArray<string>> =>
  figures.byClass.map(({ brier, brierParts, calibration, labelled, logLoss, name, precision, recall }) => [
    name,
    String(labelled),
    withInterval(recall, percent),
    withInterval(precision, percent),
    withInterval(brier, decimal),
    decimal(brierParts?.reliability),
    decimal(brierParts?.resolution),
    withInterval(logLoss, decimal),
    withInterval(calibration.debiased, decimal),
    decimal(calibration.ofPerfectModel)
  ])

/** When rows were asked about, and by which files. */
export const aboutText = ({ date, labelledFile, questionsFile }: About): string =>
  `Of ${date.slice(0, 16).replace("T", " ")} UTC: questions of ${questionsFile}, rows of ${labelledFile}.`

const words = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** A question as it was asked: its instructions, and what its answers mean. */
export const wordingText = ({ question: { criteria, instructions } }: QuestionReport): string => {
  const meanings = Object.entries(criteria ?? {}).map(([name, text]) =>
    text === null ? name : `${name} = ${words(text)}`
  )
  return [
    ...(instructions === undefined || instructions === null ? [] : [words(instructions)]),
    ...(meanings.length === 0 ? [] : [`(${meanings.join("; ")})`])
  ].join(" ")
}

/** The first line of a report. */
export const summaryOf = (report: {
  readonly rows: number
  readonly failed: number
  readonly source: string
  readonly comparedWith: string | undefined
  readonly model: string
  readonly isReviewQueue: boolean
}): string => {
  const { comparedWith, failed, isReviewQueue, model, rows, source } = report
  const failures = failed === 0 ? "none failed" : `${failed} failed and are left out`
  const second = comparedWith === undefined ? "" : `, compared with ${comparedWith}`
  const queue = isReviewQueue
    ? " All are reviews of rows that a policy did not act upon: the figures are of such rows, not of all."
    : ""
  return `${rows} labelled rows, ${failures}. Model ${model}, answered by ${source}${second}. Intervals are of 95 % confidence.${queue}`
}

/** Which questions have no figures, and why. */
export const leftOutTexts = ({
  unanswered,
  unlabelled
}: Pick<Report, "unanswered" | "unlabelled">): ReadonlyArray<string> =>
  [
    ["Without a label, so not evaluated", unlabelled] as const,
    ["All labelled rows failed, so not evaluated", unanswered] as const
  ].flatMap(([why, names]) => (names.length === 0 ? [] : [`${why}: ${names.join(", ")}.`]))

const wrongHead = ["row", "state", "label", "answer", "probability"]
const wrongLines = ({ wrong }: QuestionReport): ReadonlyArray<ReadonlyArray<string>> =>
  wrong.map(({ answer, id, label, probability, state }) => [id, state, label, answer, decimal(probability)])

/** A table of a report. */
export interface ReportTable {
  readonly title: string
  readonly head: ReadonlyArray<string>
  readonly lines: ReadonlyArray<ReadonlyArray<string>>
}

/** The tables of a question below its figures: its classes, and its wrong answers if there are any. */
export const detailTables = (question: QuestionReport): ReadonlyArray<ReportTable> =>
  [
    { title: "By class, with intervals", head: classHead, lines: classLines(question) },
    { title: "Wrong answers, most confident first", head: wrongHead, lines: wrongLines(question) }
  ].filter(({ lines }) => lines.length > 0)

/** About the rows of a question, and whether its answers say more than the labels alone. */
export const rowsText = ({ figures }: QuestionReport): string => {
  const { accuracy, baseline, groups, isWeighted, rows, type } = figures
  const weighed = isWeighted ? ", weighed by one over their inclusion probability" : ""
  const better =
    accuracy.value > baseline
      ? ""
      : ". The accuracy is not better than that of always giving the most frequent label"
  return `${type}, ${rows} labelled rows${groups === undefined ? "" : ` in ${groups} groups`}${weighed}${better}`
}
