// A policy on labelled rows: what it acts upon, and how much of that is wrong.
import { classesOf, type Policy } from "@leadline/core/policies"
import { confidenceOf, errorAtMost, isActedUpon, type LabelledRow } from "@leadline/evaluation"
import type { QuestionsFile } from "../rows/questionsFile.ts"

/** What a policy does with the rows of a question. */
export interface PolicyFigures {
  readonly rows: number
  readonly acted: number
  readonly errors: number
  /** Rows acted upon of all, by their weights. */
  readonly coverage: number
  /** Errors of rows acted upon, by their weights; 0 without any. */
  readonly errorRate: number
  /** The error rate among rows acted upon that they do not refute, at the confidence of the policy. */
  readonly errorAtMost: number
  readonly promised: number
}

/** What rows count together. */
const whole = (rows: ReadonlyArray<LabelledRow>): number =>
  rows.reduce((sum, { weight = 1 }) => sum + weight, 0)

/** Applies a policy to labelled rows. */
export const applyPolicy = (
  policy: Policy,
  file: QuestionsFile,
  name: string,
  rows: ReadonlyArray<LabelledRow>
): PolicyFigures => {
  const question = file.questions[name]
  const classes = question === undefined ? [] : classesOf(question)
  const thresholds = policy.questions[name]?.thresholds ?? []
  const acted = rows.filter((row) => isActedUpon(thresholds, classes[row.answer] ?? "", confidenceOf(row)))
  const wrong = acted.filter(({ answer, label }) => answer !== label)
  return {
    rows: rows.length,
    acted: acted.length,
    errors: wrong.length,
    coverage: whole(acted) / whole(rows),
    errorRate: acted.length === 0 ? 0 : whole(wrong) / whole(acted),
    errorAtMost: acted.length === 0 ? 0 : errorAtMost(acted, policy.promise.confidence),
    promised: policy.promise.error
  }
}
