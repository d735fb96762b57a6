// What happens too often for a row each, refused and missing keys, limits that were hit: counted, written now and then.
// Source: §5, §7.1; Assumed: ours, the document knows no audit.
import { KeyCheck } from "@leadline/core/authorization"
import { Limiter } from "@leadline/core/rate-limit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "./chain.ts"
import * as Crypto from "../crypto/nodeCrypto.ts"
import { addressHash } from "./requestOrigin.ts"
import { Pepper } from "../crypto/Pepper.ts"

/** How counts are written. */
export interface AuditRefusalsOptions {
  /** Milliseconds between two writings. Default 60,000. */
  readonly every?: number | undefined
}

/** Addresses and groups told apart in one writing: an attack from many addresses fills no disk. */
const toldApart = 20

/** Counts events of one kind by whom they concern. */
const makeCounts = (toEvent: (whom: string | undefined, count: number) => Audit.AuditEvent) => {
  const counts = new Map<string | undefined, number>()
  const count = (whom: string | undefined, times = 1) => {
    const name = counts.has(whom) || counts.size < toldApart ? whom : undefined
    counts.set(name, (counts.get(name) ?? 0) + times)
  }
  return {
    count,
    write: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const taken = Array.from(counts)
      if (taken.length === 0) return
      counts.clear()
      yield* sql
        .withTransaction(Effect.forEach(taken, ([whom, times]) => Audit.append(toEvent(whom, times))))
        .pipe(
          Effect.tapCause(() => Effect.sync(() => taken.forEach(([whom, times]) => count(whom, times)))),
          Effect.catchCause((cause) =>
            Effect.logError("Counted events could not be written; they are kept", cause)
          )
        )
    })
  }
}

const serverEvent = { object_type: "server", object_id: "" } as const

/**
 * The key check and the limiter as they are, with an eye on them: keys that are refused and requests over the limit are
 * counted in memory and written to the audit a minute later at most, and when the layer ends. Requests without any key
 * are counted apart, so that they hide nobody who guesses. Nothing is written while a request waits.
 */
export const layerAuditRefusals = ({ every = 60_000 }: AuditRefusalsOptions = {}): Layer.Layer<
  KeyCheck | Limiter,
  never,
  KeyCheck | Limiter | SqlClient.SqlClient | Pepper
> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const [keys, limiter, pepper] = [yield* KeyCheck, yield* Limiter, yield* Pepper]
      const makeFailures = (how: "missing" | "refused") =>
        makeCounts((address_hash, count) => ({
          ...serverEvent,
          action: "auth.fail",
          address_hash,
          outcome: `${how} ${count}`
        }))
      const [refused, missing] = [makeFailures("refused"), makeFailures("missing")]
      const hits = makeCounts((group, count) => ({
        action: "limit.hit",
        object_type: "api_group",
        object_id: group ?? "",
        outcome: `refused ${count}`
      }))
      const write = Effect.all([refused.write, missing.write, hits.write], { discard: true })
      yield* Effect.addFinalizer(() => write)
      yield* Effect.forkScoped(Effect.repeat(Effect.delay(write, every), Schedule.forever))

      const countedIn = (failures: typeof refused) =>
        addressHash.pipe(
          Effect.provideService(Pepper, pepper),
          Effect.map((address) => failures.count(address ?? undefined))
        )
      const hit =
        (group: string) =>
        ({ wait }: { readonly wait: number | undefined }) =>
          Effect.sync(() => (wait === undefined ? undefined : hits.count(group)))
      return Context.make(KeyCheck, {
        ...keys,
        check: (key) => Effect.tapErrorTag(keys.check(key), "AuthenticationError", () => countedIn(refused)),
        missing: countedIn(missing)
      }).pipe(
        Context.add(Limiter, {
          ...limiter,
          take: (group, operation, own) => Effect.tap(limiter.take(group, operation, own), hit(group)),
          reserve: (group, tokens, own) => Effect.tap(limiter.reserve(group, tokens, own), hit(group))
        })
      )
    })
  ).pipe(Layer.provide(Crypto.layer))
