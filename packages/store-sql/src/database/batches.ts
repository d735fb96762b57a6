// Writes what a process has summed in batches. Each counts once, though the connection may be lost before COMMIT is answered.
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { essential } from "./DiskReserve.ts"
import { leaseClock } from "./dialect.ts"
import { writeEvery } from "./repeatEvery.ts"

/** Milliseconds after which the row of a writer that writes nothing is removed: 30 days. */
const keptFor = 2_592_000_000

/** Takes note of a batch, in its transaction; false: it was written before. */
const isNew = Effect.fnUntraced(function* (id: string, batch: number) {
  const sql = yield* SqlClient.SqlClient
  const noted = yield* sql`INSERT INTO batch_writer (id, batch, written_at)
    VALUES (${id}, ${batch}, ${yield* leaseClock})
    ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, written_at = excluded.written_at
    WHERE batch_writer.batch < excluded.batch RETURNING id`
  return noted.length > 0
})

/**
 * Takes a batch of what is pending, if there is any, and writes it in a transaction: again and again, and when the scope
 * closes. A batch that fails is logged with `failure`, and written before the next one.
 */
export const writeBatchesEvery = Effect.fnUntraced(function* <Batch, E>(options: {
  /** Milliseconds between two writes. */
  readonly interval: number
  readonly take: () => Batch | undefined
  readonly write: (batch: Batch) => Effect.Effect<unknown, E, SqlClient.SqlClient>
  readonly failure: string
}) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* SecureRandom.SecureRandom.use((random) => random.uuidV4())
  let [count, batch] = [0, undefined as Batch | undefined]
  const writeNext = Effect.gen(function* () {
    const next = (batch ??= options.take())
    if (next === undefined) return
    yield* sql.withTransaction(
      Effect.flatMap(isNew(id, count), (mustWrite) => (mustWrite ? options.write(next) : Effect.void))
    )
    batch = undefined
    count++
  })
  // The first one may have failed before.
  const writeAll = Effect.catchCause(Effect.andThen(writeNext, writeNext), (cause) =>
    Effect.logError(options.failure, cause)
  )
  yield* writeEvery(options.interval, Effect.provideService(writeAll, SqlClient.SqlClient, sql))
}, Effect.provide(SecureRandom.layerWebCrypto))

/** Removes the rows of writers that are gone. */
export const forgetWriters = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* essential(
    sql.withTransaction(
      sql`DELETE FROM batch_writer WHERE written_at < ${yield* leaseClock} - CAST(${keptFor} AS BIGINT)`
    )
  )
})
