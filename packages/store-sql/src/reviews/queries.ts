// Queries of the table `review`: rows that people look at, and every change of their state.
// Assumed: ours.
import type { Answer, Question } from "@leadline/core/decisions"
import type { Labels } from "@leadline/core/reviews"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Position } from "../crypto/pageToken.ts"
import { type BigIntColumn, limitTo } from "../database/dialect.ts"

/** The sealed part of a review that every one has. */
export interface Content {
  /** That answered; null: its engine does not say. */
  readonly model: string | null
  readonly questions: { readonly [name: string]: Question }
  readonly answers: { readonly [name: string]: Answer }
  readonly action: "act" | "review"
  readonly reasons: ReadonlyArray<string>
  /** The questions whose answers the policy acts upon. */
  readonly acted: ReadonlyArray<string>
}

/** The labels of one reviewer. */
export interface ReviewerLabels {
  /** The id of a key, or the name of an annotator elsewhere. */
  readonly reviewer: string
  /** Unix milliseconds. */
  readonly at: number
  readonly labels: Labels
}

/** Columns of a list. Times are Unix milliseconds. */
export interface SummaryRow {
  readonly id: string
  readonly policy: string
  readonly request_id: string
  readonly status: string
  readonly created_at: BigIntColumn
  readonly expires_at: BigIntColumn
}

/** A whole row. */
export interface ReviewRow extends SummaryRow {
  readonly inclusion_probability: number
  readonly is_audited: number
  readonly content: Uint8Array
  readonly state: Uint8Array | null
  readonly labels: Uint8Array | null
  readonly lease: string | null
  readonly lease_until: BigIntColumn | null
}

/** A row to insert. */
export type NewRow = Omit<ReviewRow, "labels" | "lease" | "lease_until"> & {
  readonly group_id: string
  readonly bytes: number
}

const summary = "id, policy, request_id, status, created_at, expires_at"
const whole = `${summary}, inclusion_probability, is_audited, content, state, labels, lease, lease_until`

/** At most `count` reviews of a group after a position, newest first. Of the open ones, those that nobody has taken by a time of the store. */
export const page = Effect.fnUntraced(function* (
  group: string,
  status: string,
  now: number,
  after: Position | undefined,
  count: number
) {
  const sql = yield* SqlClient.SqlClient
  const afterPosition =
    after === undefined ? sql`` : sql`AND (created_at, id) < (${after.created_at}, ${after.id})`
  const free = status === "open" ? sql`AND (lease_until IS NULL OR lease_until <= ${now})` : sql``
  return yield* sql<SummaryRow>`SELECT ${sql.literal(summary)} FROM review
    WHERE group_id = ${group} AND status = ${status} AND expires_at > ${yield* Clock.currentTimeMillis} ${free} ${afterPosition}
    ORDER BY created_at DESC, id DESC ${limitTo(sql, count)}`
})

/** A review of a group that has not expired. */
export const find = Effect.fnUntraced(function* (group: string, id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<ReviewRow>`SELECT ${sql.literal(whole)} FROM review
    WHERE id = ${id} AND group_id = ${group} AND expires_at > ${yield* Clock.currentTimeMillis}`
  return row
})

/** Reviews of a group in the order of their ids, for exports. */
export const after = Effect.fnUntraced(function* (group: string, id: string, count: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<ReviewRow>`SELECT ${sql.literal(whole)} FROM review
    WHERE group_id = ${group} AND expires_at > ${yield* Clock.currentTimeMillis} AND id > ${id} ORDER BY id ${limitTo(sql, count)}`
})

/** Rows and bytes of a group; undefined: there is no such group, or it is disabled. */
export const used = Effect.fnUntraced(function* (group: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly count: BigIntColumn; readonly bytes: BigIntColumn }>`
    SELECT (SELECT COUNT(*) FROM review WHERE group_id = ${group}) AS count,
      (SELECT COALESCE(SUM(bytes), 0) FROM review WHERE group_id = ${group}) AS bytes
    FROM api_group WHERE id = ${group} AND disabled_at IS NULL AND deleted_at IS NULL`
  return row && { rows: Number(row.count), bytes: Number(row.bytes) }
})

/** Inserts a review. */
export const insert = Effect.fnUntraced(function* (row: NewRow) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO review ${sql.insert({ ...row })}`
})

/** Gives a review to a taker. */
export const lend = Effect.fnUntraced(function* (id: string, lease: string, key: string, until: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE review SET lease = ${lease}, lease_key = ${key}, lease_until = ${until} WHERE id = ${id}`
})

const free = { lease: null, lease_key: null, lease_until: null }

/** Writes labels, so many bytes more of them, and frees the review. */
export const setLabels = Effect.fnUntraced(function* (id: string, labels: Uint8Array, more: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE review SET ${sql.update({ ...free, status: "labelled", labels })}, bytes = bytes + ${more}
    WHERE id = ${id}`
})

/** Frees a review, as skipped unless it has labels. */
export const skip = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE review SET ${sql.update(free)},
    status = CASE WHEN status = 'labelled' THEN status ELSE 'skipped' END WHERE id = ${id}`
})

/** Deletes some reviews that have expired, or are of a group; gives how many. */
export const removeSome = Effect.fnUntraced(function* (
  chosen: { readonly expiredAt: number } | { readonly group: string },
  count: number
) {
  const sql = yield* SqlClient.SqlClient
  const which = "group" in chosen ? sql`group_id = ${chosen.group}` : sql`expires_at <= ${chosen.expiredAt}`
  const removed = yield* sql`DELETE FROM review
    WHERE id IN (SELECT id FROM review WHERE ${which} ${limitTo(sql, count)}) RETURNING id`
  return removed.length
})
