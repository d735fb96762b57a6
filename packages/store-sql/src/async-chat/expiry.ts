// Deletes async chats after their retention time, a few at a time, and not while the clock is in doubt.
import { retention } from "@leadline/core/async-chat"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type BigIntColumn, lockGroups, limitTo } from "../database/dialect.ts"
import { essential } from "../database/DiskReserve.ts"
import { lastHeartbeat } from "../database/heartbeat.ts"

/** At most so many rows and bytes are deleted by one statement; a larger row alone. */
const chunk = { rows: 200, bytes: 8_000_000 }
const chunkPause = 10

/** Milliseconds without deletions after a jump of the clock, for the operator to correct it. */
const doubt = 3_600_000
/** Milliseconds the clock may be corrected by at once. */
const tolerance = 300_000

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

/** Whether the clock ran steadily: not for an hour after it jumped, or after a start long after the last write. */
const watchClock = (clock: Clock.Clock, written: number) => {
  const read = () => ({
    wall: clock.currentTimeMillisUnsafe(),
    running: Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  })
  let last = read()
  let doubtUntil = Math.abs(last.wall - written) > doubt ? last.running + doubt : 0
  return Effect.suspend(() => {
    const now = read()
    const jump = now.wall - last.wall - (now.running - last.running)
    last = now
    if (Math.abs(jump) <= tolerance) return Effect.succeed(now.running >= doubtUntil)
    doubtUntil = now.running + doubt
    return Effect.as(
      Effect.logWarning(
        `The clock jumped by ${Math.round(jump / 1000)} s: no async chat is deleted for an hour.`
      ),
      false
    )
  })
}

/** Makes the deletion of all requests older than the retention time, to be repeated now and then. */
export const makeExpire = Effect.gen(function* () {
  const isSteady = watchClock(yield* Clock.Clock, yield* Effect.orElseSucceed(lastHeartbeat, () => 0))
  const expireAll = Effect.gen(function* () {
    while (yield* expireSome) yield* Effect.sleep(chunkPause)
  })
  return { expire: Effect.flatMap(isSteady, (steady) => (steady ? expireAll : Effect.void)) }
})
