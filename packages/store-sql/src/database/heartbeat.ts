// The time of the last write, which a later start compares with its clock: that of the database, as those of nodes differ.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type BigIntColumn, leaseClock } from "./dialect.ts"
import { toStoreError } from "./failures.ts"
import type { StoreError } from "./StoreError.ts"

/** Writes the time to the store. It fails with a {@link StoreError} when other writes would fail, too. */
export const heartbeat: Effect.Effect<void, StoreError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(sql`UPDATE store_state SET written_at = ${yield* leaseClock} WHERE id = 1`)
}).pipe(toStoreError)

/** The time of the last heartbeat in Unix milliseconds. */
export const lastHeartbeat = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly written_at: BigIntColumn }>`SELECT written_at FROM store_state`
  return Number(row?.written_at ?? 0)
})
