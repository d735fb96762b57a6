// Invalidates cached keys when a key is revoked, on this node or on another one.
import { RevocationBus } from "@leadline/core/authentication"
import { registerGauge } from "@leadline/core/metrics"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"
import { repeatEvery } from "../database/repeatEvery.ts"
import { reasonOf as whySql } from "../database/postgres/postgresError.ts"
import { leaveAfter } from "../database/StoreTimeout.ts"

/** Milliseconds between two polls of the table, and the timeout of one. */
const pollInterval = 500
const pollTimeout = 1_000

/** Milliseconds after a poll for a message in which no other message has one: everyone who may connect can send them. */
const newsPause = 20

/** State that the verifier and everything that revokes keys share on one database client. */
interface Revocations {
  /** Changes when a key may have been revoked, and with every poll that fails. Keys cached under another value are invalid. */
  generation: number
}

const known = new WeakMap<SqlClient.SqlClient, Revocations>()

const revocationsOf = (sql: SqlClient.SqlClient): Revocations => {
  const found = known.get(sql) ?? { generation: 0 }
  known.set(sql, found)
  return found
}

const bump = (revocations: Revocations) => Effect.sync(() => void revocations.generation++)

/** `revoked` is run after revoking a key here: it changes the generation, then notifies the other nodes. */
export const makeRevoked = Effect.gen(function* () {
  const revocations = revocationsOf(yield* SqlClient.SqlClient)
  const bus = yield* RevocationBus
  return { revoked: Effect.andThen(bump(revocations), bus.publish) }
})

const reasonOf = (cause: Cause.Cause<{ readonly message: string }>) =>
  Option.match(Cause.findErrorOption(cause), {
    onNone: () => "it broke",
    onSome: (error) => (SqlError.isSqlError(error) ? whySql(error) : error.message)
  })

/** Logs once that the database is lost, and once that it is back. */
const makeReport = () => {
  let isLost = false
  return {
    lost: (reason: string) =>
      Effect.suspend(() => {
        if (isLost) return Effect.void
        isLost = true
        return Effect.logError(`The database does not answer (${reason}): requests with a key get 503`)
      }),
    back: Effect.suspend(() => {
      if (!isLost) return Effect.void
      isLost = false
      return Effect.logInfo("The database answers again")
    })
  }
}

/** Runs an effect for each message, but not while it runs for another, nor in the pause after it: then once more. */
const makeOnNews = (effect: Effect.Effect<void>, scope: Scope.Scope) => {
  let state: "idle" | "running" | "again" = "idle"
  const rest = Effect.andThen(
    Effect.sleep(newsPause),
    Effect.suspend(() => {
      const isAgain = state === "again"
      state = "idle"
      return isAgain ? onNews : Effect.void
    })
  )
  const onNews: Effect.Effect<void> = Effect.suspend(() => {
    if (state !== "idle") return Effect.sync(() => void (state = "again"))
    state = "running"
    return Effect.ensuring(effect, Effect.asVoid(Effect.forkIn(rest, scope)))
  })
  return onNews
}

/**
 * Polls the table twice a second, and at messages of other nodes. Gives the generation. The log tells when the
 * database is lost and when it is back.
 */
export const watchRevocations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const bus = yield* RevocationBus
  const clock = yield* Clock.Clock
  const revocations = revocationsOf(sql)
  const report = makeReport()
  let lastSeq = -1
  let readAt = clock.monotonicTimeNanosUnsafe()
  const poll = sql<{
    readonly seq: number | string
  }>`SELECT COALESCE(MAX(seq), 0) AS seq FROM revocation`.pipe(
    leaveAfter(pollTimeout, () => Effect.fail({ message: `silent for ${pollTimeout} ms` })),
    Effect.map(([row]) => {
      const seq = Number(row?.seq)
      // Not `>`: a restored backup may have fewer revocations.
      if (seq !== lastSeq) revocations.generation++
      lastSeq = seq
      readAt = clock.monotonicTimeNanosUnsafe()
    }),
    Effect.andThen(report.back),
    Effect.catchCause((cause) => Effect.andThen(bump(revocations), report.lost(reasonOf(cause))))
  )
  yield* registerGauge(
    "leadline_revocation_lag_seconds",
    "Seconds since this node last read the revoked keys.",
    () => Number(clock.monotonicTimeNanosUnsafe() - readAt) / 1e9
  )
  yield* poll
  yield* repeatEvery(pollInterval, poll)
  yield* bus.subscribe(makeOnNews(poll, yield* Effect.scope))
  return () => revocations.generation
})
