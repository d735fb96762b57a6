// Counts refused API keys, missing keys and rate limit hits, and writes the counts to the audit log now and then.
import { ApiKeyVerifier } from "@leadline/core/authentication"
import { CurrentRequest } from "@leadline/core/internal"
import { RateLimiter } from "@leadline/core/rate-limit"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { writeBatchesEvery } from "../database/batches.ts"
import { Pepper } from "../crypto/Pepper.ts"
import { essential } from "../database/DiskReserve.ts"
import * as Audit from "./chain.ts"
import { addressHash } from "./requestOrigin.ts"

/** How often counts are written. */
export interface AuditRefusalsOptions {
  /** Milliseconds between two writes. Default 60,000. */
  readonly interval?: number | undefined
}

/** Addresses or groups counted apart per write; all others share one count, so that no attack fills the disk. */
const maxSubjects = 20

/** Counts events of one kind by subject: an address or a group. */
const makeCounter = (toEvent: (subject: string | undefined, count: number) => Audit.AuditEvent) => {
  const counts = new Map<string | undefined, number>()
  const count = (subject: string | undefined, times = 1) => {
    const name = counts.has(subject) || counts.size < maxSubjects ? subject : undefined
    counts.set(name, (counts.get(name) ?? 0) + times)
  }
  /** Takes the counts as events. */
  const take = () => {
    const taken = Array.from(counts, ([subject, times]) => toEvent(subject, times))
    counts.clear()
    return taken
  }
  return { count, take }
}

const serverEvent = { object_type: "server", object_id: "" } as const

/**
 * Wraps the API key verifier and the rate limiter to count what they refuse. Counts are kept in memory and written to
 * the audit log once a minute and when the layer closes, never while a request waits. Requests without a key are
 * counted apart, so that they do not hide guessed keys.
 */
export const layerAuditRefusals = ({ interval = 60_000 }: AuditRefusalsOptions = {}): Layer.Layer<
  ApiKeyVerifier | RateLimiter,
  never,
  ApiKeyVerifier | RateLimiter | SqlClient.SqlClient | Pepper
> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const [verifier, limiter, pepper] = [yield* ApiKeyVerifier, yield* RateLimiter, yield* Pepper]
      const clock = yield* Clock.Clock
      const makeKeyCounter = (reason: "missing" | "refused") =>
        makeCounter((address, count) => ({
          ...serverEvent,
          action: "auth.fail",
          // Once a write: for each request it would take longer than to refuse the key.
          address_hash: address && addressHash(pepper, address, clock.currentTimeMillisUnsafe()),
          outcome: `${reason} ${count}`
        }))
      const [refusedKeys, missingKeys] = [makeKeyCounter("refused"), makeKeyCounter("missing")]
      const limitHits = makeCounter((group, count) => ({
        action: "limit.hit",
        object_type: "api_group",
        object_id: group ?? "",
        outcome: `refused ${count}`
      }))
      yield* essential(
        writeBatchesEvery({
          interval,
          take: () => {
            const events = [refusedKeys, missingKeys, limitHits].flatMap((counter) => counter.take())
            return events.length === 0 ? undefined : events
          },
          write: (events) =>
            Effect.provideService(Effect.forEach(events, Audit.append, { discard: true }), Pepper, pepper),
          failure: "Refusal counts could not be written and are kept for the next attempt"
        })
      )

      const countAddress = (counter: typeof refusedKeys) =>
        Effect.map(CurrentRequest, (request) => counter.count(request?.remoteAddress))
      const countHit =
        (group: string) =>
        <Taken extends { readonly wait: number | undefined }>(taken: Taken) => {
          if (taken.wait !== undefined) limitHits.count(group)
          return taken
        }
      return Context.make(ApiKeyVerifier, {
        ...verifier,
        verify: (key) =>
          Effect.catchEager(verifier.verify(key), (error) => {
            const isRefused = error._tag === "AuthenticationError"
            return Effect.andThen(isRefused ? countAddress(refusedKeys) : Effect.void, Effect.fail(error))
          }),
        onMissing: countAddress(missingKeys)
      }).pipe(
        Context.add(RateLimiter, {
          ...limiter,
          take: (group, operation, own) =>
            Effect.mapEager(limiter.take(group, operation, own), countHit(group)),
          reserve: (group, tokens, own) =>
            Effect.mapEager(limiter.reserve(group, tokens, own), countHit(group))
        })
      )
    })
  )
