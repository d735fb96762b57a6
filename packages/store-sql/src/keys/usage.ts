// On which day a key was used last, and its MAC under the current pepper: written in batches, while no request waits.
// Source: §5; Assumed: ours, how keys are kept is not in the document.
import { KeyCheck } from "@leadline/core/authorization"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { makeEvictionCursor } from "./evictionCursor.ts"
import { Pepper } from "../crypto/Pepper.ts"

/** How the use of keys is written. */
export interface KeyUsageOptions {
  /** Milliseconds between two writings. Default 10,000. */
  readonly every?: number | undefined
}

const day = 86_400_000
const hour = 3_600_000
/** Keys remembered as written; beyond, the oldest are forgotten and written once more. */
const remembered = 50_000

interface Use {
  readonly day: number
  /** The MAC under the current pepper, when there is another one. */
  readonly mac: string | undefined
}

/** Writes one use; changes nothing when all is there already. */
const write = Effect.fnUntraced(function* (id: string, use: Use) {
  const sql = yield* SqlClient.SqlClient
  const { version } = yield* Pepper
  yield* sql`UPDATE api_key SET last_used_day = ${use.day}
    WHERE id = ${id} AND (last_used_day IS NULL OR last_used_day < ${use.day})`
  if (use.mac === undefined) return
  yield* sql`UPDATE api_key SET mac = ${use.mac}, pepper_version = ${version}
    WHERE id = ${id} AND pepper_version <> ${version}`
})

/**
 * The key check as it is, with the use of keys recorded: at most one write per key and hour, in batches. While two
 * peppers hold, a key that is used is stored under the current one from then on.
 */
export const layerKeyUsage = ({ every = 10_000 }: KeyUsageOptions = {}): Layer.Layer<
  KeyCheck,
  never,
  KeyCheck | SqlClient.SqlClient | Pepper
> =>
  Layer.effect(
    KeyCheck,
    Effect.gen(function* () {
      const keys = yield* KeyCheck
      const pepper = yield* Pepper
      const sql = yield* SqlClient.SqlClient
      const hours = new Map<string, number>()
      const oldest = makeEvictionCursor(hours)
      let uses = new Map<string, Use>()

      const used = Effect.fnUntraced(function* (id: string, key: Redacted.Redacted) {
        const now = yield* Clock.currentTimeMillis
        const thisHour = Math.floor(now / hour)
        if (hours.get(id) === thisHour) return
        hours.delete(id)
        hours.set(id, thisHour)
        if (hours.size > remembered) hours.delete(oldest() ?? id)
        const mac = pepper.versions.length > 1 ? yield* pepper.mac(key) : undefined
        uses.set(id, { day: Math.floor(now / day), mac })
      })

      const flush = Effect.gen(function* () {
        if (uses.size === 0) return
        const taken = uses
        uses = new Map()
        yield* sql
          .withTransaction(Effect.forEach(taken, ([id, use]) => write(id, use), { discard: true }))
          .pipe(
            Effect.catchCause((cause) =>
              Effect.andThen(
                Effect.logError("The use of keys could not be written", cause),
                Effect.sync(() => taken.forEach((_use, id) => hours.delete(id)))
              )
            )
          )
      }).pipe(Effect.provideService(SqlClient.SqlClient, sql), Effect.provideService(Pepper, pepper))

      yield* Effect.addFinalizer(() => flush)
      yield* Effect.forkScoped(Effect.repeat(Effect.delay(flush, every), Schedule.forever))
      return KeyCheck.of({
        ...keys,
        check: (key) => Effect.tap(keys.check(key), (caller) => used(caller.key, key))
      })
    })
  )
