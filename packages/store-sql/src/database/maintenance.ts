// Keeps a store in order while a server runs: gives space back, a little at a time, and writes the time.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { forgetWriters } from "./batches.ts"
import { repeatEvery } from "./repeatEvery.ts"
import { expireReviews } from "../reviews/expiry.ts"
import { purgeAll } from "../skills/queries.ts"
import { DiskReserve, essential } from "./DiskReserve.ts"
import { logFailure } from "./failures.ts"
import { heartbeat } from "./heartbeat.ts"
import { makeIsSteady } from "./steadyClock.ts"

/** How often a store is maintained. */
export interface MaintenanceOptions {
  /** Milliseconds between two passes. Default 10,000. */
  readonly interval?: number | undefined
}

/** Milliseconds for others between two steps of one pass. */
const pause = 10

/** Pages that one step gives back, and free pages that stay for the next writes. */
const step = "64"
const kept = 256

const freePages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly freelist_count: number }>`PRAGMA freelist_count`
  return row?.freelist_count ?? 0
})

/** Gives the pages of deleted rows back to the disk. */
const vacuum = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const free = yield* freePages
  let [before, left] = [Infinity, free]
  while (left > kept && left < before) {
    yield* essential(sql.withTransaction(sql`PRAGMA incremental_vacuum(${sql.literal(step)})`))
    yield* Effect.sleep(pause)
    before = left
    left = yield* freePages
  }
  // The file is cut at a checkpoint, which none but writes lead to: on a full disk there are none.
  if (left < free) yield* sql`PRAGMA wal_checkpoint(TRUNCATE)`
})

const pass = Effect.fnUntraced(function* (isSteady: Effect.Effect<boolean>) {
  const sql = yield* SqlClient.SqlClient
  const reserve = yield* DiskReserve
  yield* purgeAll
  if (yield* isSteady) yield* Effect.andThen(expireReviews, forgetWriters)
  yield* sql.onDialectOrElse({ sqlite: () => vacuum, orElse: () => Effect.void })
  yield* Effect.sync(reserve.make)
  yield* heartbeat
})

/**
 * While the layer is open, removes the files of deleted skills, expired reviews and the rows of ended writers, gives free pages back to the disk, makes the disk
 * reserve again when there is room, and writes the time for the next start. No step blocks for long.
 */
export const layerMaintenance = ({ interval = 10_000 }: MaintenanceOptions = {}): Layer.Layer<
  never,
  never,
  SqlClient.SqlClient
> =>
  Layer.effectDiscard(
    Effect.flatMap(makeIsSteady, (isSteady) =>
      repeatEvery(
        interval,
        Effect.catchCause(pass(isSteady), (cause) => logFailure("The store could not be maintained", cause))
      )
    )
  )
