// Queries of the table `async_chat`: the queue of requests and every state change in it.
import { retention, starts as maxStarts } from "@leadline/core/async-chat"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Position } from "../crypto/pageToken.ts"
import { type BigIntColumn, inGroup, leaseClock, limitTo } from "../database/dialect.ts"
import { lockGroups, skipLocked } from "../database/dialect.ts"
import { toStored } from "../database/storedText.ts"
import type { Turns } from "./turns.ts"

/** Columns of a request in a list. Times are Unix milliseconds. */
export interface SummaryRow {
  readonly id: string
  readonly model: string
  readonly status: string
  readonly created_at: BigIntColumn
  readonly started_at: BigIntColumn | null
  readonly completed_at: BigIntColumn | null
  readonly failed_at: BigIntColumn | null
}

/** Columns of a single request. */
export interface RecordRow extends SummaryRow {
  readonly request_hash: string
  readonly response: string | null
  readonly error_message: string | null
}

/** The group whose turn it is. */
export interface Waiting {
  readonly group_id: string
  /** Above 0: workers that began its request are lost. */
  readonly starts: number
}

/** Columns for a worker. */
export interface Job {
  readonly id: string
  readonly group_id: string
  readonly key_id: string | null
  readonly request: string
}

const retentionStart = Effect.map(Clock.currentTimeMillis, (now) => now - retention)

/** A stored request of a group, by id or idempotency key. */
export const find = Effect.fnUntraced(function* (
  group: string,
  column: "id" | "idempotency_key",
  value: string
) {
  const sql = yield* SqlClient.SqlClient
  const [row] =
    yield* sql<RecordRow>`SELECT id, model, status, created_at, started_at, completed_at, failed_at,
      request_hash, response, error_message
    FROM async_chat WHERE group_id = ${group} AND ${sql(column)} = ${value} AND created_at > ${yield* retentionStart}`
  return row
})

/** Requests of a group, newest first. */
export const list = Effect.fnUntraced(function* (group: string, limit: number, after: Position | undefined) {
  const sql = yield* SqlClient.SqlClient
  const afterPosition =
    after === undefined ? sql`` : sql`AND (created_at, id) < (${after.created_at}, ${after.id})`
  return yield* sql<SummaryRow>`SELECT id, model, status, created_at, started_at, completed_at, failed_at
    FROM async_chat
    WHERE group_id = ${group} AND created_at > ${yield* retentionStart} ${afterPosition}
    ORDER BY created_at DESC, id DESC ${limitTo(sql, limit)}`
})

/** Frees an idempotency key for another request when its request is older than the retention time. */
export const freeIdempotencyKey = Effect.fnUntraced(function* (group: string, idempotency_key: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM async_chat
    WHERE group_id = ${group} AND idempotency_key = ${idempotency_key} AND created_at <= ${yield* retentionStart}`
})

/** Milliseconds in which the parts of a request are written; after them it is deleted: nobody was given its id. */
const writingTime = 300_000

/** Adds a request to the queue, or, with an owner, who may never end, one without its parts and idempotency key. */
export const insert = Effect.fnUntraced(function* (row: {
  readonly id: string
  readonly group_id: string
  readonly key_id: string | null
  readonly model: string
  readonly request: string
  readonly request_hash: string
  readonly bytes: number
  readonly idempotency_key: string | null
  readonly owner: string | null
}) {
  const sql = yield* SqlClient.SqlClient
  const created_at = yield* Clock.currentTimeMillis
  yield* sql`INSERT INTO async_chat ${sql.insert({
    ...row,
    idempotency_key: row.owner === null ? row.idempotency_key : null,
    status: row.owner === null ? "CREATED" : "IN_PROGRESS",
    lease_until: null,
    created_at,
    starts: 0
  })}`
  if (row.owner === null) return
  yield* sql`UPDATE async_chat SET lease_until = ${yield* leaseClock} + ${writingTime} WHERE id = ${row.id}`
})

/** Adds a request to the queue whose parts are written; false: it was too late, and is deleted. */
export const enqueue = Effect.fnUntraced(function* (id: string, owner: string, key: string | null) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`UPDATE async_chat
    SET status = 'CREATED', owner = NULL, lease_until = NULL, idempotency_key = ${key}
    WHERE id = ${id} AND owner = ${owner} RETURNING id`
  return rows.length > 0
})

/** Deletes a request whose parts could not be written. */
export const abandon = Effect.fnUntraced(function* (id: string, owner: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM async_chat WHERE id = ${id} AND owner = ${owner}`
})

/** The next group that has a waiting request and may start one. It keeps its place until `turns.release`. */
export const nextInTurn = Effect.fnUntraced(function* (turns: Turns) {
  const sql = yield* SqlClient.SqlClient
  const since = yield* retentionStart
  const last = turns.last
  for (const start of last === "" ? [""] : [last, ""]) {
    let after = start
    while (true) {
      const [waiting] = yield* sql<Waiting>`SELECT group_id, starts FROM async_chat
        WHERE status = 'CREATED' AND group_id > ${after} AND created_at > ${since}
        ORDER BY group_id, created_at, id LIMIT 1`
      if (waiting === undefined) break
      if (turns.take(waiting.group_id)) return waiting
      after = waiting.group_id
    }
  }
  turns.last = ""
  return undefined
})

/** The waiting requests of a group that are as new as the one that was found. */
const alike = Effect.fnUntraced(function* ({ group_id, starts }: Waiting) {
  const sql = yield* SqlClient.SqlClient
  return sql`SELECT id FROM async_chat
    WHERE status = 'CREATED' AND group_id = ${group_id} AND created_at > ${yield* retentionStart}
      AND starts = ${starts}
    ORDER BY created_at, id LIMIT 1`
})

/** Whether there is still a request as the one that was found. */
export const isWaiting = Effect.fnUntraced(function* (waiting: Waiting) {
  return (yield* yield* alike(waiting)).length > 0
})

/**
 * Claims the oldest waiting request of a group that is as new as the one that was found; undefined if there is none any
 * more. `lease` in milliseconds.
 */
export const claim = Effect.fnUntraced(function* (owner: string, lease: number, waiting: Waiting) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  // Another worker may have claimed what was found: the oldest that none is claiming.
  const oldest = sql`${yield* alike(waiting)} ${yield* skipLocked}`
  // In a transaction, because those fail on a full disk, where the answer could not be stored.
  const update = inGroup(waiting.group_id)(sql<Job>`UPDATE async_chat
    SET status = 'IN_PROGRESS', started_at = ${now}, starts = starts + 1, owner = ${owner},
      lease_until = ${yield* leaseClock} + ${lease}
    WHERE id = (${oldest}) RETURNING id, group_id, key_id, request`)
  return (yield* update)[0]
})

/** Most requests of a state that are counted. */
const counted = 10_000

/** How many requests wait, and how many are being answered, by any worker: 10,000 at most of each. */
export const countByState = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const count = (status: string) =>
    Effect.map(
      sql<{ readonly found: BigIntColumn }>`SELECT COUNT(*) AS found FROM
        (SELECT 1 FROM async_chat WHERE status = ${status} ${limitTo(sql, counted)}) AS found_rows`,
      ([row]) => Number(row?.found ?? 0)
    )
  return { queued: yield* count("CREATED"), running: yield* count("IN_PROGRESS") }
})

/** Extends the lease of a request; false if another worker owns it now, or it was deleted. */
export const renew = Effect.fnUntraced(function* (id: string, owner: string, lease: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`UPDATE async_chat SET lease_until = ${yield* leaseClock} + ${lease}
    WHERE id = ${id} AND owner = ${owner} RETURNING id`
  return rows.length > 0
})

/** Completes or fails a request, if the worker still owns it; false if not: what it did is not written. */
export const finish = Effect.fnUntraced(function* (
  { group_id, id }: Pick<Job, "id" | "group_id">,
  owner: string,
  end: { readonly response: string } | { readonly error_message: string }
) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const change =
    "response" in end
      ? { ...end, status: "COMPLETED", completed_at: now }
      : { error_message: toStored(end.error_message), status: "FAILED", failed_at: now }
  const bytes = "response" in end ? Buffer.byteLength(end.response) : 0
  const written = yield* inGroup(
    group_id
  )(sql`UPDATE async_chat SET ${sql.update({ ...change, owner: null, lease_until: null })}, bytes = bytes + ${bytes}
    WHERE id = ${id} AND owner = ${owner} RETURNING id`)
  return written.length > 0
})

/** Returns a request to the queue without counting the start, for a graceful shutdown. */
export const release = Effect.fnUntraced(function* (id: string, owner: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE async_chat
    SET status = 'CREATED', started_at = NULL, starts = starts - 1, owner = NULL, lease_until = NULL
    WHERE id = ${id} AND owner = ${owner}`
})

/** Returns requests of crashed workers to the queue; fails those that were started too often, and gives these. */
export const recover = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const expired = sql`status = 'IN_PROGRESS' AND lease_until < ${yield* leaseClock}`
  const rows = yield* sql<Pick<Job, "group_id">>`SELECT DISTINCT group_id FROM async_chat WHERE ${expired}`
  const groups = rows.map(({ group_id }) => group_id)
  if (groups.length === 0) return []
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* lockGroups(groups)
      const ours = sql`${expired} AND ${sql.in("group_id", groups)}`
      // Never in the queue: its caller, who has no answer, sends it again, and would pay twice.
      yield* sql`DELETE FROM async_chat WHERE ${ours} AND starts = 0`
      const failed = yield* sql<Pick<Job, "id" | "group_id">>`UPDATE async_chat
        SET status = 'FAILED', failed_at = ${now}, owner = NULL, lease_until = NULL,
          error_message = ${"The service stopped twice while it worked on this request, and does not try again."}
        WHERE ${ours} AND starts >= ${maxStarts} RETURNING id, group_id`
      yield* sql`UPDATE async_chat SET status = 'CREATED', started_at = NULL, owner = NULL, lease_until = NULL
        WHERE ${ours} AND starts < ${maxStarts}`
      return failed
    })
  )
})
