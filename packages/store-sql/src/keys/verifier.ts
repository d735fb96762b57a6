// Verifies API keys against the tables, with a cache of results that are less than a second old.
// Source: §5, §7.1.
import { hash } from "node:crypto"
import { type Caller, ApiKeyVerifier, invalidKey } from "@leadline/core/authentication"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { matchesAny, Pepper } from "../crypto/Pepper.ts"
import { DataVersion } from "../database/DataVersion.ts"
import { nullableNumber } from "../database/dialect.ts"
import { makeToUnavailable } from "../database/failures.ts"
import { ledgerOf } from "../groups/ledger.ts"
import { makeMonthOf } from "../groups/month.ts"
import * as GroupQueries from "../groups/queries.ts"
import { makeTamperedKeyAlert } from "./tamperedKeyAlert.ts"
import { callerOf } from "./caller.ts"
import * as KeyFormat from "./format.ts"
import { watchRevocations } from "./Revocations.ts"
import { isAuthentic } from "./rowMac.ts"
import * as KeyQueries from "./queries.ts"
import { makeTtlCache } from "./TtlCache.ts"

const dummyMac = "0".repeat(64)
const customKeysMaxAge = 1000

/** Cached keys. Two caches, so that guessed keys never evict valid ones. */
const capacity = { accepted: 50_000, rejected: 10_000 }

/**
 * Finds the id of a custom key by its MACs, in memory: random text costs one query per second at most, which finds keys
 * registered by another process.
 */
const makeCustomKeyLookup = () => {
  let keys: ReadonlyArray<Pick<KeyQueries.KeyRow, "id" | "mac">> = []
  let readAt = -Infinity
  const match = (macs: ReadonlyArray<string>) => keys.filter((key) => matchesAny(macs, key.mac))[0]?.id
  return Effect.fnUntraced(function* (macs: ReadonlyArray<string>) {
    const now = yield* Clock.currentTimeMillis
    if (match(macs) === undefined && now - readAt >= customKeysMaxAge) {
      keys = yield* KeyQueries.customKeys
      readAt = now
    }
    return match(macs)
  })
}

interface Accepted {
  readonly caller: Caller["Service"]
  readonly expires_at: number | null
}

/**
 * Verifies API keys against the tables. Unknown, malformed, revoked and expired keys are refused alike, and so are keys
 * whose rows were changed without the pepper, which is logged and recorded; a store that does not answer in time is an
 * UnavailableError.
 *
 * A result is cached for less than a second, and only until a key is revoked or, where the database can tell,
 * anything is written. On one SQLite file every process refuses a revoked key from the next request on; on other
 * databases the revoking process does so at once, and the others within a second or when a message arrives.
 */
export const layerApiKeyVerifier: Layer.Layer<ApiKeyVerifier, never, SqlClient.SqlClient | Pepper> =
  Layer.fresh(
    Layer.effect(
      ApiKeyVerifier,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const pepper = yield* Pepper
        const generation = yield* watchRevocations
        const dataVersion = yield* DataVersion
        const currentVersion = () => generation() + dataVersion()
        const ledger = ledgerOf(sql)
        const monthOf = makeMonthOf()
        const clock = yield* Clock.Clock
        const month = () => monthOf(clock.currentTimeMillisUnsafe())
        const reportAltered = yield* makeTamperedKeyAlert("api_key")
        const reportAlteredGroup = yield* makeTamperedKeyAlert("api_group")
        const orUnavailable = yield* makeToUnavailable("key")
        const findCustomKey = makeCustomKeyLookup()
        const accepted = makeTtlCache<Accepted>(capacity.accepted)
        const rejected = makeTtlCache<true>(capacity.rejected)

        const read = Effect.fnUntraced(function* (key: Redacted.Redacted) {
          const macs = pepper.macs(key)
          const id = KeyFormat.idOf(Redacted.value(key)) ?? (yield* findCustomKey(macs))
          if (id === undefined) return undefined
          const now = yield* Clock.currentTimeMillis
          const readIn = month()
          const row = yield* KeyQueries.findFrom(id, readIn)
          // Known and unknown ids take the same path: nothing returns before the comparison.
          const matches = matchesAny(macs, row?.mac ?? dummyMac)
          if (
            row?.id !== id ||
            !matches ||
            !KeyQueries.isActive(row, now) ||
            row.disabled_at !== null ||
            row.deleted_at !== null
          ) {
            return undefined
          }
          if (row.is_revoked !== 0 || !isAuthentic(pepper, row)) {
            yield* reportAltered(row.id)
            return undefined
          }
          if (!GroupQueries.isAuthentic(pepper, row.group_id, row)) {
            yield* reportAlteredGroup(row.group_id)
            return undefined
          }
          const caller = callerOf(row, GroupQueries.budgetOf(row, row.group_id, ledger, month, readIn))
          return { caller, expires_at: nullableNumber(row.expires_at) }
        })

        /** Reads a key, again if one was revoked while it was read, and caches the result under the given time and version. */
        const readAndCache = Effect.fnUntraced(function* (
          key: Redacted.Redacted,
          name: string,
          readAt: bigint,
          version: number
        ) {
          while (true) {
            const before = generation()
            const found = yield* read(key)
            if (generation() !== before) continue
            if (found === undefined) rejected.put(name, true, readAt, version)
            else accepted.put(name, found, readAt, version)
            return found
          }
        })

        const accept = (found: Accepted | undefined) => {
          const end = found?.expires_at ?? Infinity
          return found === undefined || end <= clock.currentTimeMillisUnsafe()
            ? Effect.fail(invalidKey())
            : Effect.succeed(found.caller)
        }
        const services = Context.make(SqlClient.SqlClient, sql).pipe(Context.add(Pepper, pepper))

        return ApiKeyVerifier.of({
          verify: (key) => {
            if (!KeyFormat.isKey(Redacted.value(key))) return Effect.fail(invalidKey())
            // In memory a hash of the key is enough: it costs less than its MAC.
            const name = hash("sha256", Redacted.value(key))
            const now = clock.monotonicTimeNanosUnsafe()
            const version = currentVersion()
            if (rejected.get(name, now, version) !== undefined) return Effect.fail(invalidKey())
            const known = accepted.get(name, now, version)
            return known === undefined
              ? Effect.flatMap(orUnavailable(readAndCache(key, name, now, version)), accept).pipe(
                  Effect.provideContext(services)
                )
              : accept(known)
          }
        })
      })
    )
  )
