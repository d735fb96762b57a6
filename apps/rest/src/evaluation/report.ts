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
import { type Bound, checkBounds, type CheckedBound } from "./bounds.ts"
import { applyPolicy, type PolicyFigures } from "./applyPolicy.ts"
import type { Collected, Failure, WrongAnswer } from "./collect.ts"

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
        bounds: checkBounds(bounds, figures),
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
    comparedWith:
      compared &&
      `${compared.source}${compared.failed < compared.rows ? "" : ", which answered none of them"}`,
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
