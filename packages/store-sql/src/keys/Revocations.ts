// What a node knows of revoked keys: a number that moves as soon as one may have been revoked, anywhere.
// Source: §4.3, §5; Assumed: ours, how keys are kept is not in the document.
import { RevocationNews } from "@leadline/core/authorization"
import { watched } from "@leadline/core/metrics"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"

/** Milliseconds between two readings of the table, and how long one may take. */
const every = 500
const patience = 1_000

/** Shared by all that learns of keys and all that revokes them. */
export class Revocations extends Context.Service<
  Revocations,
  {
    /** What was learned of keys under another number does not hold. It moves while the store does not answer, too. */
    readonly generation: () => number
    /** To be run when a key was revoked here: the number moves at once, then the other nodes are told. */
    readonly revoked: Effect.Effect<void>
  }
>()("@leadline/store-sql/Revocations") {}

/**
 * Reads the last revocation twice a second, whether or not other nodes send word. The layer is a value: all that is
 * built together shares one.
 */
export const layerRevocations: Layer.Layer<Revocations, never, SqlClient.SqlClient> = Layer.effect(
  Revocations,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const news = yield* RevocationNews
    const clock = yield* Clock.Clock
    let generation = 0
    let cursor = -1
    let readAt = clock.monotonicTimeNanosUnsafe()
    const move = Effect.sync(() => {
      generation++
    })
    const read = sql<{
      readonly seq: number | string
    }>`SELECT COALESCE(MAX(seq), 0) AS seq FROM revocation`.pipe(
      Effect.timeout(patience),
      Effect.map(([row]) => {
        const seq = Number(row?.seq)
        // Not "above": a database that was put back is another one.
        if (seq !== cursor) generation++
        cursor = seq
        readAt = clock.monotonicTimeNanosUnsafe()
      }),
      Effect.catchCause(() => move)
    )
    yield* watched(
      "leadline_revocation_lag_seconds",
      "Time since this node last read which keys are revoked.",
      () => Number(clock.monotonicTimeNanosUnsafe() - readAt) / 1e9
    )
    yield* read
    yield* Effect.forkScoped(Effect.repeat(Effect.delay(read, every), Schedule.forever))
    yield* news.listen(move)
    return Revocations.of({ generation: () => generation, revoked: Effect.andThen(move, news.publish) })
  })
)
