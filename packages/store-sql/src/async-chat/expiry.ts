// Deletes async chats after their retention time, a few at a time, and not while the clock is in doubt.
import { retention } from "@leadline/core/async-chat"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type BigIntColumn, lockGroups, limitTo } from "../database/dialect.ts"
import { essential } from "../database/DiskReserve.ts"
import { makeIsSteady } from "../database/steadyClock.ts"

/** At most so many rows and bytes are deleted by one statement; a larger row alone. */
const chunk = { rows: 200, bytes: 8_000_000 }
const chunkPause = 10

/** Deletes some expired requests; false if there are none. */
const expireSome = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const rows = yield* sql<{
    readonly id: string
    readonly group_id: string
    readonly size: BigIntColumn
  }>`SELECT id, group_id, bytes AS size
    FROM async_chat WHERE created_at <= ${now - retention} ORDER BY created_at ${limitTo(sql, chunk.rows)}`
  if (rows.length === 0) return false
  let bytes = 0
  const some = rows.filter(({ size }, index) => (bytes += Number(size)) <= chunk.bytes || index === 0)
  const ids = some.map(({ id }) => id)
  const groups = some.map(({ group_id }) => group_id)
  const remove = sql`DELETE FROM async_chat WHERE ${sql.in("id", ids)}`
  yield* essential(sql.withTransaction(Effect.andThen(lockGroups(groups), remove)))
  return true
})

/** Makes the deletion of all requests older than the retention time, to be repeated now and then. */
export const makeExpire = Effect.gen(function* () {
  const isSteady = yield* makeIsSteady
  const expireAll = Effect.gen(function* () {
    while (yield* expireSome) yield* Effect.sleep(chunkPause)
  })
  return { expire: Effect.flatMap(isSteady, (steady) => (steady ? expireAll : Effect.void)) }
})
