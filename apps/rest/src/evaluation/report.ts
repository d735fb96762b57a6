// The report of an evaluation, before it has a format.
import {
  compareQuestion,
  type Comparison,
  evaluateQuestion,
  type QuestionFigures
} from "@leadline/evaluation"
import type { Question } from "@leadline/core/decisions"
import { classesOf, type Policy } from "@leadline/core/policies"
import type { QuestionsFile } from "../rows/questionsFile.ts"
import { applyPolicy, type Collected, type Failure, type PolicyFigures, type WrongAnswer } from "./collect.ts"

/** A bound on a figure, as `accuracy>=0.9`. */
export interface Bound {
  readonly text: string
  readonly figure: BoundFigure
  readonly isLeast: boolean
  readonly value: number
}

/** Figures that bounds are for. */
export const boundFigures = ["accuracy", "brier", "logLoss", "calibration", "mae"] as const

/** One of {@link boundFigures}. */
export type BoundFigure = (typeof boundFigures)[number]

/** Figures from 0 to 1. */
const shares: ReadonlyArray<BoundFigure> = ["accuracy", "calibration"]

/** Reads a bound; undefined: it is none, or beyond what its figure can be. */
export const parseBound = (text: string): Bound | undefined => {
  const groups = /^(?<figure>\w+) *(?<sign>[<>])= *(?<value>\d+(?:\.\d+)?)$/.exec(text)?.groups
  const figure = boundFigures.find((name) => name === groups?.["figure"])
  const value = Number(groups?.["value"])
  return figure === undefined || (shares.includes(figure) && value > 1)
    ? undefined
    : { text, figure, isLeast: groups?.["sign"] === ">", value }
}

/** A bound of a question, and whether its figure is within it. */
export interface CheckedBound {
  readonly bound: string
  readonly figure: number
  readonly holds: boolean
}

/** When rows were asked about, and by which files. */
export interface About {
  /** ISO 8601. */
  readonly date: string
  readonly questionsFile: string
  readonly labelledFile: string
}

/** One question of a report. */
export interface QuestionReport {
  readonly name: string
  /** As it was asked. */
  readonly question: Question
  readonly figures: QuestionFigures
  readonly bounds: ReadonlyArray<CheckedBound>
  readonly policy: PolicyFigures | undefined
  readonly comparison: Comparison | undefined
  /** Wrong answers, those of the highest probability first; 20 at most. */
  readonly wrong: ReadonlyArray<WrongAnswer>
}

/** A report. */
export interface Report extends About {
  readonly source: string
  readonly comparedWith: string | undefined
  readonly model: string
  readonly rows: number
  readonly failed: number
  readonly failures: ReadonlyArray<Failure>
  /** All are reviews of rows that a policy did not act upon, and so no sample of all rows. */
  readonly isReviewQueue: boolean
  /** Questions without a label in any row. */
  readonly unlabelled: ReadonlyArray<string>
  /** Questions all of whose labelled rows failed. */
  readonly unanswered: ReadonlyArray<string>
  readonly questions: ReadonlyArray<QuestionReport>
}

const figureOf = (figures: QuestionFigures, name: BoundFigure): number | undefined =>
  name === "calibration"
    ? figures.calibration.debiased.value
    : name === "mae"
      ? figures.score?.mae.value
      : figures[name].value

/** The rows that both sources answered, in the same order. */
const paired = (first: Collected, second: Collected, name: string) => {
  const [a, b] = [first.questions[name], second.questions[name]]
  const places = new Map(b?.ids.map((id, index) => [id, index]))
  return (a?.rows ?? []).flatMap((row, index) => {
    const other = b?.rows[places.get(a?.ids[index] ?? -1) ?? -1]
    return other === undefined ? [] : [[row, other] as const]
  })
}

/** Options of a report. */
export interface ReportOptions {
  readonly bounds: ReadonlyArray<Bound>
  readonly policy: Policy | undefined
  /** Questions without a label in any row. */
  readonly unlabelled: ReadonlyArray<string>
  readonly about: About
  readonly compared: (Collected & { readonly failed: number }) | undefined
}

/** Sums up answers on labelled rows. */
export const makeReport = (
  file: QuestionsFile,
  collected: Collected & { readonly failed: number },
  { about, bounds, compared, policy, unlabelled }: ReportOptions
): Report => {
  const questions = Object.entries(file.questions).flatMap(([name, question]): Array<QuestionReport> => {
    const rows = collected.questions[name]?.rows ?? []
    if (rows.length === 0) return []
    const figures = evaluateQuestion(question.type, classesOf(question), rows)
    const pairs = compared === undefined ? [] : paired(collected, compared, name)
    return [
      {
        name,
        question,
        figures,
        bounds: bounds.flatMap(({ figure: of, isLeast, text, value }) => {
          const figure = figureOf(figures, of)
          return figure === undefined
            ? []
            : [{ bound: text, figure, holds: isLeast ? figure >= value : figure <= value }]
        }),
        policy: policy === undefined ? undefined : applyPolicy(policy, file, name, rows),
        comparison:
          pairs.length === 0
            ? undefined
            : compareQuestion(
                question.type,
                pairs.map(([row]) => row),
                pairs.map(([, row]) => row)
              ),
        wrong: collected.questions[name]?.wrong ?? []
      }
    ]
  })
  const { failed, failures, isReviewQueue, rows, source } = collected
  const known = new Set([...unlabelled, ...questions.map(({ name }) => name)])
  const unanswered = Object.keys(file.questions).filter((name) => !known.has(name))
  return {
    ...about,
    source,
    comparedWith: compared?.source,
    model: file.model,
    rows,
    failed: failed + (compared?.failed ?? 0),
    failures: [...failures, ...(compared?.failures ?? [])],
    isReviewQueue,
    unlabelled,
    unanswered,
    questions
  }
}
