// Records on which day each key was last used, and migrates used keys to the current pepper. Writes in batches.
import { ApiKeyVerifier } from "@leadline/core/authentication"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { logFailure } from "../database/failures.ts"
import { writeEvery } from "../database/repeatEvery.ts"
import { Pepper } from "../crypto/Pepper.ts"
import { makeEvictionCursor } from "./evictionCursor.ts"
import { sealAgain } from "../groups/rowMac.ts"
import { isAuthentic, seal } from "./rowMac.ts"
import * as KeyQueries from "./queries.ts"

/** How often key usage is written. */
export interface KeyUsageOptions {
  /** Milliseconds between two writes. Default 10,000. */
  readonly interval?: number | undefined
}

const day = 86_400_000
const hour = 3_600_000
/** Keys whose last write is remembered; an evicted key is written once more. */
const maxRemembered = 50_000

interface Usage {
  readonly day: number
  /** The MAC under the current pepper, while two peppers are valid. */
  readonly mac: string | undefined
}

/** Writes the usage of one key; changes nothing that is stored already. */
const write = Effect.fnUntraced(function* (id: string, usage: Usage) {
  const sql = yield* SqlClient.SqlClient
  const { version } = yield* Pepper
  yield* sql`UPDATE api_key SET last_used_day = ${usage.day}
    WHERE id = ${id} AND (last_used_day IS NULL OR last_used_day < ${usage.day})`
  if (usage.mac === undefined) return
  const row = yield* KeyQueries.find(id)
  if (row === undefined || row.pepper_version === version || !isAuthentic(yield* Pepper, row)) return
  yield* sql`UPDATE api_key SET mac = ${usage.mac}, pepper_version = ${version} WHERE id = ${id}`
  yield* seal(id)
  yield* sealAgain(row.group_id)
})

/**
 * Wraps the API key verifier to record key usage: at most one write per key and hour, in batches, never while a request
 * waits. While two peppers are valid, a used key is stored under the current one.
 */
export const layerKeyUsage = ({ interval = 10_000 }: KeyUsageOptions = {}): Layer.Layer<
  ApiKeyVerifier,
  never,
  ApiKeyVerifier | SqlClient.SqlClient | Pepper
> =>
  Layer.effect(
    ApiKeyVerifier,
    Effect.gen(function* () {
      const verifier = yield* ApiKeyVerifier
      const pepper = yield* Pepper
      const sql = yield* SqlClient.SqlClient
      const clock = yield* Clock.Clock
      const writtenHours = new Map<string, number>()
      const oldest = makeEvictionCursor(writtenHours)
      let pending = new Map<string, Usage>()

      const record = (id: string, key: Redacted.Redacted) => {
        const now = clock.currentTimeMillisUnsafe()
        const thisHour = Math.floor(now / hour)
        if (writtenHours.get(id) === thisHour) return
        writtenHours.delete(id)
        writtenHours.set(id, thisHour)
        if (writtenHours.size > maxRemembered) writtenHours.delete(oldest() ?? id)
        const mac = pepper.versions.length > 1 ? pepper.mac(key) : undefined
        pending.set(id, { day: Math.floor(now / day), mac })
      }

      const flush = Effect.gen(function* () {
        if (pending.size === 0) return
        const batch = pending
        pending = new Map()
        yield* sql
          .withTransaction(Effect.forEach(batch, ([id, usage]) => write(id, usage), { discard: true }))
          .pipe(
            Effect.catchCause((cause) =>
              Effect.andThen(
                logFailure("Key usage could not be written", cause),
                Effect.sync(() => batch.forEach((_usage, id) => writtenHours.delete(id)))
              )
            )
          )
      }).pipe(Effect.provideService(SqlClient.SqlClient, sql), Effect.provideService(Pepper, pepper))

      yield* writeEvery(interval, flush)
      return ApiKeyVerifier.of({
        ...verifier,
        verify: (key) =>
          Effect.mapEager(verifier.verify(key), (caller) => {
            record(caller.key, key)
            return caller
          })
      })
    })
  )
