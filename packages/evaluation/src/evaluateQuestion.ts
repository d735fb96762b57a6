// The figures of one question: how good its answers are on labelled rows.
import { type Confusion, confusionMatrix, kappa } from "./agreement.ts"
import { type CoveragePoint, riskCoverage, riskCoverageAreas, toLevels } from "./coverage.ts"
import {
  type CalibrationFigures,
  classFigures,
  type ClassFigures,
  forecastFigures,
  groupsOf,
  isRight,
  type LabelledRow,
  weightsOf
} from "./forecastFigures.ts"
import { type Estimate, meanEstimate, shareEstimate } from "./intervals.ts"
import {
  binaryBrierOf,
  brierOf,
  type BrierParts,
  logLossOf,
  meanLevel,
  rankedProbabilityScoreOf
} from "./losses.ts"
import { mcnemar } from "./pairs.ts"

/** The types of questions. */
export type QuestionType = "noul" | "choice" | "score"

/** The figures of one question. */
export interface QuestionFigures {
  readonly type: QuestionType
  readonly classes: ReadonlyArray<string>
  readonly rows: number
  readonly groups: number | undefined
  /** Whether figures weigh rows; the confusion matrix counts them. */
  readonly isWeighted: boolean
  readonly accuracy: Estimate
  /** The share of the most frequent label: what always giving this answer would reach. */
  readonly baseline: number
  readonly brier: Estimate
  /** Of noul questions whose rows have no weights only. */
  readonly brierParts: BrierParts | undefined
  readonly logLoss: Estimate
  /** Of "the answer is right"; of noul questions, of "yes". */
  readonly calibration: CalibrationFigures
  readonly byClass: ReadonlyArray<ClassFigures>
  readonly kappa: number | undefined
  readonly confusion: Confusion
  readonly riskCoverage: ReadonlyArray<CoveragePoint>
  readonly aurc: number
  /** Of score questions only. */
  readonly score:
    | {
        readonly rps: Estimate
        /** Mean absolute error of the mean level. */
        readonly mae: Estimate
        readonly quadraticKappa: number | undefined
      }
    | undefined
}

/** How sure an answer is: the probability of the class that it names. */
export const confidenceOf = ({ answer, p }: Pick<LabelledRow, "answer" | "p">): number => p[answer] ?? 0

/** The Brier score of one row, halved for noul questions: (p − y)². */
export const brierOfRow = (type: QuestionType, { label, p }: LabelledRow): number =>
  type === "noul" ? binaryBrierOf(p[1] ?? 0, label) : brierOf(p, label)

/** The log loss of one row. */
export const logLossOfRow = ({ label, p }: LabelledRow): number => logLossOf(p[label] ?? 0)

/** The figures of one question on its labelled rows, of which there must be one. */
export const evaluateQuestion = (
  type: QuestionType,
  classes: ReadonlyArray<string>,
  rows: ReadonlyArray<LabelledRow>,
  confidence = 0.95
): QuestionFigures => {
  const groups = groupsOf(rows)
  const weights = weightsOf(rows)
  const estimate = (values: ReadonlyArray<number>) => meanEstimate(values, groups, confidence, weights)
  const right = rows.map(isRight)
  const forecast = forecastFigures(
    rows,
    (row) => (type === "noul" ? [row.p[1] ?? 0, row.label] : [confidenceOf(row), Number(isRight(row))]),
    confidence
  )
  const confusion = confusionMatrix(
    classes.length,
    rows.map(({ answer, label }) => [label, answer])
  )
  const weighed = confusionMatrix(
    classes.length,
    rows.map(({ answer, label, weight = 1 }) => [label, answer, weight])
  )
  const levels = toLevels(
    rows.map((row, index) => ({
      p: confidenceOf(row),
      right: right[index] === true,
      weight: row.weight ?? 1
    }))
  )
  const whole = weights?.reduce((sum, weight) => sum + weight, 0) ?? rows.length
  const labelShares = weighed.map((row) => row.reduce((sum, count) => sum + count, 0) / whole)
  return {
    type,
    classes,
    rows: rows.length,
    groups: groups === undefined ? undefined : new Set(groups).size,
    isWeighted: weights !== undefined,
    accuracy: shareEstimate(right, groups, confidence, weights),
    baseline: Math.max(...labelShares),
    brier: estimate(rows.map((row) => brierOfRow(type, row))),
    brierParts: type === "noul" ? forecast.brierParts : undefined,
    logLoss: estimate(rows.map(logLossOfRow)),
    calibration: forecast.calibration,
    byClass: classes.map((name, place) => classFigures(name, place, rows, confidence)),
    kappa: kappa(weighed),
    confusion,
    riskCoverage: riskCoverage(levels),
    aurc: riskCoverageAreas(levels).aurc,
    score:
      type === "score"
        ? {
            rps: estimate(rows.map(({ label, p }) => rankedProbabilityScoreOf(p, label))),
            mae: estimate(rows.map(({ label, p }) => Math.abs(meanLevel(p) - label))),
            quadraticKappa: kappa(weighed, "quadratic")
          }
        : undefined
  }
}

/** Two sources on the same rows. Differences are the second minus the first. */
export interface Comparison {
  readonly rows: number
  readonly onlyFirstRight: number
  readonly onlySecondRight: number
  /** McNemar's exact p-value. It takes rows as independent: with groups, go by the interval of `accuracy`. */
  readonly mcnemarP: number
  readonly accuracy: Estimate
  readonly brier: Estimate
  readonly logLoss: Estimate
}

/** Compares two sources on the same rows, in the same order: the difference is taken per row. */
export const compareQuestion = (
  type: QuestionType,
  first: ReadonlyArray<LabelledRow>,
  second: ReadonlyArray<LabelledRow>,
  confidence = 0.95
): Comparison => {
  const groups = groupsOf(first)
  const weights = weightsOf(first)
  const difference = (of: (row: LabelledRow) => number) =>
    meanEstimate(
      second.map((row, index) => of(row) - of(first[index] ?? row)),
      groups,
      confidence,
      weights
    )
  const pairs = first.map((row, index) => [isRight(row), isRight(second[index] ?? row)] as const)
  const onlyFirstRight = pairs.filter(([a, b]) => a && !b).length
  const onlySecondRight = pairs.filter(([a, b]) => b && !a).length
  return {
    rows: first.length,
    onlyFirstRight,
    onlySecondRight,
    mcnemarP: mcnemar(onlyFirstRight, onlySecondRight).p,
    accuracy: difference((row) => Number(isRight(row))),
    brier: difference((row) => brierOfRow(type, row)),
    logLoss: difference(logLossOfRow)
  }
}
