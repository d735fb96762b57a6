// Making and revoking keys over the tables.
// Source: §2.5, §3, §4.2, §4.3, §5; Assumed: ours, how keys are kept and counted is not in the document.
import { activeKeys, ApiKeys, creationsPerMinute, make } from "@leadline/core/api-keys"
import { RateLimitError } from "@leadline/core/errors"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { caller, type Who } from "./caller.ts"
import * as Crypto from "./crypto.ts"
import * as KeyFormat from "./keyFormat.ts"
import * as KeyTable from "./keyTable.ts"
import { unavailable } from "./outage.ts"
import { Pepper, same } from "./pepper.ts"

/** How many keys there may be. */
export interface ApiKeysOptions {
  /** Active keys of one group. Default 100. */
  readonly activeKeys?: number | undefined
  /** Keys that one key may make in a minute. Default 10. */
  readonly creationsPerMinute?: number | undefined
}

/** Postgres gives its large integers as text. */
type Whole = number | string

const minute = 60_000

const tooMany = (message: string, retryAfter: number) => new RateLimitError({ message, retryAfter })

const makeCounts = (options: ApiKeysOptions) => {
  const most = options.activeKeys ?? activeKeys
  const mostAMinute = options.creationsPerMinute ?? creationsPerMinute
  return Effect.fnUntraced(function* ({ group, key }: Who, version: string) {
    const sql = yield* SqlClient.SqlClient
    const now = yield* Clock.currentTimeMillis
    // Keys of a lost pepper let nobody in and cannot be revoked, so they do not count.
    const [active] = yield* sql<{ readonly count: Whole }>`SELECT COUNT(*) AS count FROM api_key
      WHERE group_id = ${group} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
        AND pepper_version = ${version}`
    if (Number(active?.count ?? 0) >= most) {
      return yield* tooMany(`The group has its ${most} active keys: revoke one first.`, minute)
    }
    if (key === undefined) return
    const made = yield* sql<{ readonly created_at: Whole }>`SELECT created_at FROM api_key
      WHERE created_by = ${key} AND created_at > ${now - minute} ORDER BY created_at DESC LIMIT ${mostAMinute}`
    const oldest = made[mostAMinute - 1]
    if (oldest !== undefined) {
      return yield* tooMany(
        `A key makes at most ${mostAMinute} keys a minute.`,
        Number(oldest.created_at) + minute - now
      )
    }
  })
}

/**
 * {@link ApiKeys} over the tables. A new key's row and audit event are one transaction, and so are a
 * revocation's; what has succeeded is on disk and holds for the next request of every process on the file. A store
 * that fails is an UnavailableError.
 */
export const layerApiKeys = (
  options: ApiKeysOptions = {}
): Layer.Layer<ApiKeys, never, SqlClient.SqlClient | Pepper> =>
  Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const services = Context.make(SqlClient.SqlClient, sql).pipe(
        Context.add(Digest.Digest, yield* Digest.Digest),
        Context.add(SecureRandom.SecureRandom, yield* SecureRandom.SecureRandom)
      )
      const pepper = yield* Pepper
      const checkCounts = makeCounts(options)

      const generate = Effect.fnUntraced(function* (token_name: string, who: Who) {
        yield* checkCounts(who, pepper.version)
        const { id, key } = yield* KeyFormat.make("live")
        const created_at = yield* KeyTable.insert({
          id,
          name: token_name,
          mac: yield* pepper.mac(key),
          pepper_version: pepper.version,
          group_id: who.group,
          created_by: who.key
        })
        return {
          auth_token: Redacted.value(key),
          created_at_epoch_seconds: Math.floor(created_at / 1000),
          token_name
        }
      })

      const revoke = Effect.fnUntraced(function* (key: Redacted.Redacted, { group, key: actor }: Who) {
        const text = Redacted.value(key)
        if (!KeyFormat.isKey(text)) return
        const mac = yield* pepper.mac(key)
        const row = yield* KeyTable.find(KeyTable.idFor(text, mac))
        if (row === undefined || !same(row.mac, mac) || row.group_id !== group) return
        // Only a key that is there costs the lock of a write.
        yield* sql.withTransaction(KeyTable.revoke(row.id, actor))
      })

      return make({
        generate: ({ token_name = "" }) =>
          Effect.flatMap(caller, (who) => sql.withTransaction(generate(token_name, who))).pipe(
            unavailable("key"),
            Effect.provideContext(services)
          ),
        revoke: ({ auth_token }) =>
          Effect.flatMap(caller, (who) => revoke(Redacted.make(auth_token), who)).pipe(
            unavailable("key"),
            Effect.provideContext(services)
          )
      })
    })
  ).pipe(Layer.provide(Crypto.layer))
