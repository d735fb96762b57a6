// The queue of async chats for operators: lists, cancels and deletes requests of any group.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/chain.ts"
import type { Pepper } from "../crypto/Pepper.ts"
import { type BigIntColumn, lockGroups, nullableNumber, limitTo } from "../database/dialect.ts"
import { essential } from "../database/DiskReserve.ts"
import { toStoreError } from "../database/failures.ts"
import { fromStored } from "../database/storedText.ts"
import { StoreError } from "../database/StoreError.ts"
import { requireGroup } from "../groups/groups.ts"

/** A request in a list, without its content. Times are Unix milliseconds. */
export interface ListedAsyncChat {
  readonly id: string
  readonly group: string
  /** Id of the key that queued it; null: the server itself. */
  readonly key: string | null
  readonly model: string
  readonly status: string
  /** Bytes of the request and its answer. */
  readonly bytes: number
  readonly created_at: number
  readonly started_at: number | null
}

/** Which requests: those with these ids, or all of a group. */
export interface AsyncChatChoice {
  readonly ids?: ReadonlyArray<string> | undefined
  readonly group?: string | undefined
}

/** Which requests are listed. */
export interface ListAsyncChatsOptions {
  /** Default: all groups. */
  readonly group?: string | undefined
  /** Only those that wait or run. Default false. */
  readonly queued?: boolean | undefined
  /** Default 50. */
  readonly last?: number | undefined
}

/** Requests and bytes changed in one transaction; a larger request alone. */
const batch = { rows: 200, bytes: 8_000_000 }

const active = ["CREATED", "IN_PROGRESS"]

type Row = Omit<ListedAsyncChat, "bytes" | "created_at" | "started_at"> & {
  readonly bytes: BigIntColumn
  readonly created_at: BigIntColumn
  readonly started_at: BigIntColumn | null
}

/** The latest requests, newest first. */
export const listAsyncChats = ({
  group,
  last = 50,
  queued = false
}: ListAsyncChatsOptions = {}): Effect.Effect<
  ReadonlyArray<ListedAsyncChat>,
  StoreError,
  SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* requireGroup(group)
    const inGroup = group === undefined ? sql`1 = 1` : sql`group_id = ${group}`
    const inState = queued ? sql.in("status", active) : sql`1 = 1`
    const rows =
      yield* sql<Row>`SELECT id, group_id AS ${sql("group")}, key_id AS ${sql("key")}, model, status,
      bytes, created_at, started_at
      FROM async_chat WHERE ${inGroup} AND ${inState} ORDER BY created_at DESC, id DESC ${limitTo(sql, last)}`
    return rows.map((row) => ({
      ...row,
      model: fromStored(row.model),
      bytes: Number(row.bytes),
      created_at: Number(row.created_at),
      started_at: nullableNumber(row.started_at)
    }))
  }).pipe(toStoreError)

/** Fails for a group or a request that does not exist. */
const requireChosen = Effect.fnUntraced(function* ({ group, ids = [] }: AsyncChatChoice) {
  const sql = yield* SqlClient.SqlClient
  yield* requireGroup(group)
  if (group !== undefined) return
  const rows = yield* sql<{ readonly id: string }>`SELECT id FROM async_chat WHERE ${sql.in("id", ids)}`
  const known = new Set(rows.map(({ id }) => id))
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined) {
    return yield* new StoreError({ message: `There is no async chat ${missing}.`, isMissing: true })
  }
})

/** The chosen requests that still are as they were when they were chosen, at most a batch. */
const nextBatch = Effect.fnUntraced(function* ({ group, ids }: AsyncChatChoice, isQueued: boolean) {
  const sql = yield* SqlClient.SqlClient
  const chosen = group === undefined ? sql.in("id", ids ?? []) : sql`group_id = ${group}`
  const inState = isQueued ? sql.in("status", active) : sql`1 = 1`
  const rows = yield* sql<{
    readonly id: string
    readonly group_id: string
    readonly bytes: BigIntColumn
  }>`SELECT id, group_id, bytes FROM async_chat
    WHERE ${chosen} AND ${inState} ${limitTo(sql, batch.rows)}`
  let bytes = 0
  return rows.filter((row, index) => (bytes += Number(row.bytes)) <= batch.bytes || index === 0)
})

const recordChange = (groups: ReadonlyArray<string>, outcome: string) =>
  Effect.forEach(
    Map.groupBy(groups, (group) => group),
    ([object_id, { length }]) =>
      Audit.append({
        action: "config.change",
        object_type: "api_group",
        object_id,
        outcome: `async chats ${outcome} ${length}`
      }),
    { discard: true }
  )

/** Changes the chosen requests in batches, each with its audit event in one transaction. Gives how many there were. */
const inBatches = <E, R>(
  choice: AsyncChatChoice,
  change: {
    readonly outcome: "cancelled" | "deleted"
    readonly isQueued: boolean
    /** Gives those that it changed: a worker may have answered others since they were chosen. */
    readonly apply: (
      sql: SqlClient.SqlClient,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly group_id: string }>, E, R>
  }
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (choice.group === undefined && (choice.ids ?? []).length === 0) {
      return yield* new StoreError({ message: "Expected ids of async chats, or a group.", option: "ids" })
    }
    yield* requireChosen(choice)
    const step = Effect.gen(function* () {
      const rows = yield* nextBatch(choice, change.isQueued)
      if (rows.length === 0) return undefined
      yield* lockGroups(rows.map(({ group_id }) => group_id))
      const changed = yield* change.apply(
        sql,
        rows.map(({ id }) => id)
      )
      yield* recordChange(
        changed.map(({ group_id }) => group_id),
        change.outcome
      )
      return changed.length
    })
    let count = 0
    while (true) {
      const changed = yield* essential(sql.withTransaction(step))
      if (changed === undefined) return count
      count += changed
      yield* Effect.sleep(0)
    }
  }).pipe(toStoreError)

/**
 * Fails the chosen requests that wait or run; running ones are interrupted within seconds. Gives their number. An unknown
 * id is a {@link StoreError}, and changes none.
 */
export const cancelAsyncChats = (
  choice: AsyncChatChoice
): Effect.Effect<number, StoreError, SqlClient.SqlClient | Pepper> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    inBatches(choice, {
      outcome: "cancelled",
      isQueued: true,
      apply: (sql, ids) => sql<{ readonly group_id: string }>`UPDATE async_chat
        SET status = 'FAILED', failed_at = ${now}, owner = NULL, lease_until = NULL,
          error_message = ${"The operator cancelled this request."}
        WHERE ${sql.in("id", ids)} AND ${sql.in("status", active)} RETURNING group_id`
    })
  )

/**
 * Deletes the chosen requests with their answers; running ones are interrupted within seconds. Gives their number. An unknown
 * id is a {@link StoreError}, and changes none.
 */
export const deleteAsyncChats = (
  choice: AsyncChatChoice
): Effect.Effect<number, StoreError, SqlClient.SqlClient | Pepper> =>
  inBatches(choice, {
    outcome: "deleted",
    isQueued: false,
    apply: (sql, ids) =>
      sql<{
        readonly group_id: string
      }>`DELETE FROM async_chat WHERE ${sql.in("id", ids)} RETURNING group_id`
  })
