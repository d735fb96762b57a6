// Fits a policy: from which probability up answers are acted upon, so that at most a share of them is wrong.
import { confidenceOf } from "./evaluateQuestion.ts"
import type { LabelledRow } from "./forecastFigures.ts"
import { effectiveRows, upperBound } from "./intervals.ts"
import { type Calibration, fitCalibration } from "./policyCalibration.ts"
import {
  fixedSequence,
  riskPValue,
  rowsForPower,
  rowsWithoutError,
  shareDelta,
  type Step
} from "./thresholds.ts"

/** What a policy promises: with this confidence, at most this share of the rows acted upon is wrong. */
export interface PolicyPromise {
  /** The greatest share of wrong rows among those acted upon. */
  readonly error: number
  /** How sure all thresholds together are. */
  readonly confidence: number
}

/** From which probability up answers are acted upon; all others go to review. */
export interface Threshold {
  /** The answer that it is for; null: any. */
  readonly answer: string | null
  /** The least probability that is acted upon; null: no level keeps the promise, all rows go to review. */
  readonly from: number | null
  /** Labelled rows from there up; without a threshold, all rows with this answer. */
  readonly rows: number
  readonly errors: number
  /** Rows that `rows` are worth, each group counted once. */
  readonly effectiveRows: number
  /** The error rate that these rows do not refute, at the confidence of this threshold; null without one. */
  readonly errorAtMost: number | null
  /** Without a threshold: rows acted upon that would certify one without any error, and at the error rate seen. */
  readonly needed?: { readonly withoutError: number; readonly atRateSeen: number | null }
}

/** A fitted question. */
export interface FittedQuestion {
  /** Labelled rows. */
  readonly rows: number
  /** Labelled rows that are acted upon, of all. */
  readonly coverage: number
  /** What makes calibrated probabilities of stated ones, of which thresholds are; null: there are too few rows. */
  readonly calibration: Calibration | null
  readonly thresholds: ReadonlyArray<Threshold>
}

/** A question with its labelled rows. */
export interface QuestionRows {
  readonly classes: ReadonlyArray<string>
  readonly rows: ReadonlyArray<LabelledRow>
}

/** Levels are at least this share of the rows apart: fewer tests in a row leave each more to pass with. */
const levelShare = 0.05

/** Steps from the most confident level down. Where they lie is decided by counts and groups, never by labels. */
const stepsOf = (rows: ReadonlyArray<LabelledRow>, error: number): Array<Step> => {
  const sorted = rows
    .map((row) => ({ p: confidenceOf(row), right: row.answer === row.label, group: row.group }))
    .toSorted((a, b) => b.p - a.p)
  const sizes = new Map<string, number>()
  const steps: Array<Step> = []
  let [errors, lastRows] = [0, 0]
  sorted.forEach(({ group, p, right }, index) => {
    const name = group ?? `\u0000${index}`
    sizes.set(name, (sizes.get(name) ?? 0) + 1)
    if (!right) errors++
    const count = index + 1
    const isLast = count === sorted.length
    if (!isLast && (sorted[count]?.p === p || count - lastRows < levelShare * sorted.length)) return
    lastRows = count
    // As if every group were one row, because few errors cannot show how alike its rows are.
    const worth = Math.floor(effectiveRows(sizes.values()) + 1e-9)
    const worthErrors = Math.ceil((errors * worth) / count - 1e-9)
    steps.push({ p, rows: worth, errors: worthErrors, pValue: riskPValue(worthErrors, worth, error) })
  })
  return steps
}

const weightOf = ({ weight = 1 }: LabelledRow): number => weight

const weightSum = (rows: ReadonlyArray<LabelledRow>): number =>
  rows.reduce((sum, row) => sum + weightOf(row), 0)

/** Rows and errors that rows are worth, if every group were one row, and all rows counted alike. */
const worthOf = (rows: ReadonlyArray<LabelledRow>): { readonly rows: number; readonly errors: number } => {
  const sizes = Map.groupBy(rows.entries(), ([index, { group }]) => group ?? index)
  const worth = Math.floor(
    effectiveRows([...sizes.values()].map((group) => weightSum(group.map(([, row]) => row)))) + 1e-9
  )
  const errors = weightSum(rows.filter(({ answer, label }) => answer !== label))
  return { rows: worth, errors: rows.length === 0 ? 0 : Math.ceil((errors * worth) / weightSum(rows) - 1e-9) }
}

/** The error rate that rows do not refute at this one-sided confidence, with every group as one row. */
export const errorAtMost = (rows: ReadonlyArray<LabelledRow>, confidence: number): number => {
  const worth = worthOf(rows)
  return upperBound(worth.errors, worth.rows, confidence)
}

/** The certified level of rows with one answer, or with any. */
const fitThreshold = (
  answer: string | null,
  rows: ReadonlyArray<LabelledRow>,
  error: number,
  delta: number
): Threshold => {
  const step = fixedSequence(stepsOf(rows, error), error, delta)
  const from = step?.p
  const acted = from === undefined ? rows : rows.filter((row) => confidenceOf(row) >= from)
  const errors = acted.filter((row) => row.answer !== row.label).length
  const shared = { answer, rows: acted.length, errors, effectiveRows: worthOf(acted).rows }
  if (step !== undefined) {
    return { ...shared, from: step.p, errorAtMost: upperBound(step.errors, step.rows, 1 - delta) }
  }
  const rate = acted.length === 0 ? 0 : errors / acted.length
  const atRateSeen = rate < error ? (rowsForPower(error, delta, rate) ?? null) : null
  return {
    ...shared,
    from: null,
    errorAtMost: null,
    needed: { withoutError: rowsWithoutError(error, delta), atRateSeen }
  }
}

/**
 * Fits the thresholds of questions, one each, or one for each answer of each. δ is divided by their number, so that all
 * promises hold together. The promise is about rows like the labelled ones.
 */
export const fitPolicy = (
  questions: { readonly [name: string]: QuestionRows },
  promise: PolicyPromise,
  options: { readonly perAnswer?: boolean } = {}
): { readonly questions: { readonly [name: string]: FittedQuestion }; readonly thresholds: number } => {
  const entries = Object.entries(questions)
  const answersOf = ({ classes }: QuestionRows): ReadonlyArray<string | null> =>
    options.perAnswer === true ? classes : [null]
  const thresholds = entries.reduce((sum, [, question]) => sum + answersOf(question).length, 0)
  const delta = shareDelta(1 - promise.confidence, thresholds)
  const fitted = entries.map(([name, question]): readonly [string, FittedQuestion] => {
    const found = answersOf(question).map((answer) => {
      const k = answer === null ? undefined : question.classes.indexOf(answer)
      const rows = k === undefined ? question.rows : question.rows.filter((row) => row.answer === k)
      return fitThreshold(answer, rows, promise.error, delta)
    })
    const acted = found.reduce((sum, { from, rows }) => sum + (from === null ? 0 : rows), 0)
    return [
      name,
      {
        rows: question.rows.length,
        coverage: question.rows.length === 0 ? 0 : acted / question.rows.length,
        calibration: fitCalibration(question.classes.length, question.rows),
        thresholds: found
      }
    ]
  })
  return { questions: Object.fromEntries(fitted), thresholds }
}

/** Is this answer acted upon? Otherwise it goes to review. */
export const isActedUpon = (
  thresholds: ReadonlyArray<Pick<Threshold, "answer" | "from">>,
  answer: string,
  p: number
): boolean =>
  thresholds.some(
    (threshold) =>
      (threshold.answer === null || threshold.answer === answer) &&
      threshold.from !== null &&
      p >= threshold.from
  )
