// Recovers requests of crashed workers, and not those of workers that an outage of the store kept from renewing leases.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Queries from "./queries.ts"

const lostTwice =
  "Two servers died, or lost their lease, while they worked on an async chat: it is not tried again"

/**
 * Makes what recovers lost requests, to be repeated. While the store is away no worker can renew a lease: after it failed,
 * none counts as crashed for the time of a lease, in milliseconds. `renewOwned` runs before, and renews the leases of what runs
 * here. Default: nothing runs.
 */
export const makeRecover = Effect.fnUntraced(function* <E = never, R = never>(
  lease: number,
  renewOwned: Effect.Effect<void, E, R> = Effect.void
) {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* Clock.Clock
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  let lastFailure = -Infinity
  const recoverAll = Effect.flatMap(Effect.andThen(renewOwned, Queries.recover), (failed) =>
    Effect.forEach(
      failed,
      ({ group_id, id }) =>
        Effect.annotateLogs(Effect.logError(lostTwice), { asyncChat: id, group: group_id }),
      { discard: true }
    )
  )
  const ask = Effect.asVoid(sql`SELECT 1 FROM async_chat LIMIT 1`)
  const recover = Effect.suspend(() => (now() - lastFailure < lease ? ask : recoverAll)).pipe(
    Effect.tapError(() => Effect.sync(() => void (lastFailure = now())))
  )
  return { recover }
})
