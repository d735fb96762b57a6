// Invalidates cached keys when a key is revoked, on this node or on another one.
// Source: §4.3, §5; Assumed: ours, how keys are kept is not in the document.
import { RevocationBus } from "@leadline/core/authentication"
import { registerGauge } from "@leadline/core/metrics"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"

/** Milliseconds between two polls of the table, and the timeout of one. */
const pollInterval = 500
const pollTimeout = 1_000

/** Shared by the verifier and everything that revokes keys. */
export class Revocations extends Context.Service<
  Revocations,
  {
    /** Changes when a key may have been revoked, and with every poll that fails. Keys cached under another value are invalid. */
    readonly generation: () => number
    /** Run this after revoking a key here: it changes the generation, then tells the other nodes. */
    readonly revoked: Effect.Effect<void>
  }
>()("@leadline/store-sql/Revocations") {}

/**
 * Polls the table twice a second, and listens to messages of other nodes. The layer is a constant, so everything built
 * together shares one instance.
 */
export const layerRevocations: Layer.Layer<Revocations, never, SqlClient.SqlClient> = Layer.effect(
  Revocations,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const bus = yield* RevocationBus
    const clock = yield* Clock.Clock
    let generation = 0
    let lastSeq = -1
    let readAt = clock.monotonicTimeNanosUnsafe()
    const bump = Effect.sync(() => {
      generation++
    })
    const poll = sql<{
      readonly seq: number | string
    }>`SELECT COALESCE(MAX(seq), 0) AS seq FROM revocation`.pipe(
      Effect.timeout(pollTimeout),
      Effect.map(([row]) => {
        const seq = Number(row?.seq)
        // Not `>`: a restored backup may have fewer revocations.
        if (seq !== lastSeq) generation++
        lastSeq = seq
        readAt = clock.monotonicTimeNanosUnsafe()
      }),
      Effect.catchCause(() => bump)
    )
    yield* registerGauge(
      "leadline_revocation_lag_seconds",
      "Seconds since this node last read the revoked keys.",
      () => Number(clock.monotonicTimeNanosUnsafe() - readAt) / 1e9
    )
    yield* poll
    yield* Effect.forkScoped(Effect.repeat(Effect.delay(poll, pollInterval), Schedule.forever))
    yield* bus.subscribe(bump)
    return Revocations.of({ generation: () => generation, revoked: Effect.andThen(bump, bus.publish) })
  })
)
