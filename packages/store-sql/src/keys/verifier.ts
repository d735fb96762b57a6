// Who may call: core's key check over the tables.
// Source: §5, §7.1.
import { type Caller, KeyCheck, refused } from "@leadline/core/authorization"
import { UnavailableError } from "@leadline/core/errors"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { DataVersion } from "../database/DataVersion.ts"
import * as KeyFormat from "./format.ts"
import * as KeyTable from "./table.ts"
import { toUnavailable } from "../database/failures.ts"
import { matchesAny, Pepper } from "../crypto/Pepper.ts"
import { makeTtlCache } from "./TtlCache.ts"
import { layerRevocations, Revocations } from "./Revocations.ts"

const dummy = "0".repeat(64)
const foreignAge = 1000

/** Milliseconds after which a silent store is one that is away. */
const patience = 5_000

/** Keys remembered at most, accepted and refused ones apart: whoever guesses drives nobody out. */
const kept = { accepted: 50_000, refused: 10_000 }

/**
 * Finds which key of another form has a MAC, in memory: garbage costs no query, but one a second to learn of
 * keys that another process was given.
 */
const makeCustomKeyLookup = () => {
  let known: ReadonlyArray<Pick<KeyTable.KeyRow, "id" | "mac">> = []
  let readAt = -Infinity
  const match = (macs: ReadonlyArray<string>) => known.filter((key) => matchesAny(macs, key.mac))[0]?.id
  return Effect.fnUntraced(function* (macs: ReadonlyArray<string>) {
    const now = yield* Clock.currentTimeMillis
    if (match(macs) === undefined && now - readAt >= foreignAge) {
      known = yield* KeyTable.customKeys
      readAt = now
    }
    return match(macs)
  })
}

interface Row extends KeyTable.KeyRow {
  readonly rate_limit: number | null
  readonly token_limit: number | null
}

/** The key of an id; for an unknown id the one that follows it, so that both cost the same. */
const findFrom = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Row>`SELECT api_key.id, group_id, mac, pepper_version, revoked_at, expires_at,
      rate_limit, token_limit
    FROM api_key JOIN api_group ON api_group.id = group_id
    WHERE api_key.id >= ${id} ORDER BY api_key.id LIMIT 1`
  return row
})

/** A key that was let in. */
interface Accepted {
  readonly caller: Caller["Service"]
  readonly expires_at: number | null
}

/**
 * Checks keys against the tables. What they said holds for less than a second, only until a key is revoked, and where
 * the database tells of changes only until anything is written: on one SQLite file a revoked key is refused by the next
 * request, in every process; elsewhere so in the process that revoked it, and in others within a second, or as soon as
 * word of it comes. Unknown, malformed, revoked and expired keys are refused alike; a
 * store that does not answer within 5 seconds is an UnavailableError. Assumed: ours, how keys are kept is not in the
 * document.
 */
export const layerApiKeyVerifier: Layer.Layer<KeyCheck, never, SqlClient.SqlClient | Pepper> = Layer.effect(
  KeyCheck,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const pepper = yield* Pepper
    const { generation } = yield* Revocations
    const changes = yield* DataVersion
    const stamp = () => generation() + changes()
    const foreign = makeCustomKeyLookup()
    const accepted = makeTtlCache<Accepted>(kept.accepted)
    const rejected = makeTtlCache<true>(kept.refused)

    const read = Effect.fnUntraced(function* (key: Redacted.Redacted, mac: string) {
      const macs = pepper.versions.length === 1 ? [mac] : yield* pepper.macs(key)
      const id = KeyFormat.idOf(Redacted.value(key)) ?? (yield* foreign(macs))
      if (id === undefined) return undefined
      const row = yield* findFrom(id)
      // An unknown id takes the path of a known one: nothing returns before the comparison.
      const matches = matchesAny(macs, row?.mac ?? dummy)
      const now = yield* Clock.currentTimeMillis
      if (row?.id !== id || !matches || !KeyTable.isActive(row, now)) return undefined
      const caller = {
        group: row.group_id,
        key: row.id,
        ...(row.rate_limit === null ? {} : { requestsPerSecond: row.rate_limit }),
        ...(row.token_limit === null ? {} : { tokensPerMinute: row.token_limit })
      }
      return { caller, expires_at: row.expires_at }
    })

    /** Reads, anew when a key was revoked meanwhile, and remembers it as of the moment that is given. */
    const learn = Effect.fnUntraced(function* (
      key: Redacted.Redacted,
      mac: string,
      at: bigint,
      stamped: number
    ) {
      while (true) {
        const before = generation()
        const found = yield* read(key, mac)
        if (generation() !== before) continue
        if (found === undefined) rejected.put(mac, true, at, stamped)
        else accepted.put(mac, found, at, stamped)
        return found
      }
    })

    const silent = Effect.fail(new UnavailableError({ message: "The key store does not answer." }))

    return KeyCheck.of({
      check: Effect.fnUntraced(
        function* (key) {
          if (!KeyFormat.isKey(Redacted.value(key))) return yield* refused
          const mac = yield* pepper.mac(key)
          const clock = yield* Clock.Clock
          const now = clock.monotonicTimeNanosUnsafe()
          const stamped = stamp()
          if (rejected.get(mac, now, stamped) !== undefined) return yield* refused
          const found =
            accepted.get(mac, now, stamped) ??
            (yield* Effect.timeoutOrElse(learn(key, mac, now, stamped), {
              duration: patience,
              orElse: () => silent
            }))
          const isOver = (end: number | null) => end !== null && end <= clock.currentTimeMillisUnsafe()
          return found === undefined || isOver(found.expires_at) ? yield* refused : found.caller
        },
        Effect.provideService(SqlClient.SqlClient, sql),
        toUnavailable("key")
      )
    })
  })
).pipe(Layer.provide(layerRevocations))
