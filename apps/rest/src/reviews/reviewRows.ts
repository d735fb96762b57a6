// Reviews as rows that `leadline evaluate` reads: the state in its columns, and a column for each label.
import { labelName } from "@leadline/core/reviews"
import type { StoredReview } from "@leadline/store-sql"
import { inclusionColumn } from "../rows/labels.ts"

/** A row by its columns. */
export type ExportedRow = ReadonlyMap<string, unknown>

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The label that most reviewers gave; of as many, the first. */
const labelOf = ({ labels }: StoredReview, question: string): string | undefined => {
  const names = labels.flatMap(({ labels: given }) =>
    Object.hasOwn(given, question) ? [labelName(given[question] ?? "")] : []
  )
  const votes = (name: string) => names.filter((one) => one === name).length
  return names.length === 0
    ? undefined
    : names.reduce((best, name) => (votes(name) > votes(best) ? name : best))
}

/** Columns that are not those of the state. */
const ownColumns = (review: StoredReview): ReadonlyArray<readonly [string, unknown]> => [
  ["review_id", review.id],
  ["request_id", review.request_id],
  ["policy", review.policy],
  ["action", review.action],
  ["created_at", new Date(review.created_at).toISOString()],
  [inclusionColumn, review.inclusion_probability],
  ["reviewers", review.labels.length]
]

/** The state in columns: the fields of an object, or one column, also where a field is named like another column. */
export const stateColumns = (
  review: StoredReview,
  stateColumn: string
): ReadonlyArray<readonly [string, unknown]> => {
  const { questions, state } = review
  if (state === undefined) return []
  const taken = new Set([...ownColumns(review).map(([name]) => name), ...Object.keys(questions)])
  return isObject(state) && Object.keys(state).every((name) => name !== "" && !taken.has(name))
    ? Object.entries(state)
    : [[stateColumn, state]]
}

/** A review as a row. */
export const rowOf = (review: StoredReview, stateColumn: string): ExportedRow =>
  new Map([
    ...ownColumns(review),
    ...stateColumns(review, stateColumn),
    ...Object.keys(review.questions).map((name) => [name, labelOf(review, name)] as const)
  ])
