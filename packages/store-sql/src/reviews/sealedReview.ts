// Opens the sealed columns of a review.
// Assumed: ours.
import type { Seal } from "../crypto/seal.ts"
import type { Content, ReviewerLabels, ReviewRow } from "./queries.ts"

/** Audited rows of a question that were labelled, and how many of them are wrong. */
export interface AuditCounts {
  readonly [question: string]: { readonly rows: number; readonly errors: number }
}

/** What a policy promises: of the rows that it acts upon at most a share is wrong, in each of its questions. */
export interface Promised {
  readonly error: number
  readonly confidence: number
  /** How many questions it has. */
  readonly questions: number
}

/** Whether audited rows show that a policy does not keep its promise. */
export type Evidence = (counts: AuditCounts, promised: Promised) => boolean

/** A review with what was sealed. */
export interface OpenedReview {
  readonly row: ReviewRow
  readonly content: Content
  /** Undefined: it is not kept. */
  readonly state: unknown
  readonly labels: ReadonlyArray<ReviewerLabels>
}

/** What each sealed column is bound to. */
export const sealName = (column: "content" | "state" | "labels", id: string): string =>
  `review.${column} ${id}`

/** Makes what opens a row; undefined for one that no valid pepper opens. */
export const makeReadReview =
  ({ open }: Seal) =>
  (row: ReviewRow): OpenedReview | undefined => {
    const opened = (column: "content" | "state" | "labels"): unknown => {
      const sealed = row[column]
      const text = sealed === null ? undefined : open(sealName(column, row.id), sealed)
      return text === undefined ? undefined : JSON.parse(text)
    }
    const content = opened("content")
    const labels = opened("labels") ?? []
    return content === undefined
      ? undefined
      : {
          row,
          content: content as Content,
          state: opened("state"),
          labels: labels as ReadonlyArray<ReviewerLabels>
        }
  }
