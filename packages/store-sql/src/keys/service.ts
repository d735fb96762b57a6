// The ApiKeys service over the tables: creates and revokes keys.
// Source: §2.5, §3, §4.2, §4.3, §5; Assumed: ours, how keys are kept and counted is not in the document.
import { ApiKeys, make } from "@leadline/core/api-keys"
import { invalidKey } from "@leadline/core/authentication"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Pepper } from "../crypto/Pepper.ts"
import { essential } from "../database/DiskReserve.ts"
import { makeToUnavailable } from "../database/failures.ts"
import { makeTamperedKeyAlert } from "./tamperedKeyAlert.ts"
import { currentCaller, type CurrentCaller } from "./currentCaller.ts"
import * as KeyFormat from "./format.ts"
import { type ApiKeysOptions, makeQuotaCheck } from "./quota.ts"
import { makeRevoked } from "./Revocations.ts"
import { isAuthentic } from "./rowMac.ts"
import * as KeyQueries from "./queries.ts"

/**
 * {@link ApiKeys} over the tables. Creating or revoking a key writes its row and its audit event in one transaction;
 * the change is on disk when the call returns and applies to the next request of every process on the file. A new key
 * gets the rights, networks and expiry of its maker. Quotas fail with a RateLimitError, a failing store with an
 * UnavailableError.
 */
export const layerApiKeys = (
  options: ApiKeysOptions = {}
): Layer.Layer<ApiKeys, never, SqlClient.SqlClient | Pepper> =>
  Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pepper = yield* Pepper
      const { revoked } = yield* makeRevoked
      const services = Context.make(SqlClient.SqlClient, sql).pipe(
        Context.add(Pepper, pepper),
        Context.add(SecureRandom.SecureRandom, yield* SecureRandom.SecureRandom)
      )
      const checkQuota = makeQuotaCheck(options)
      const orUnavailable = yield* makeToUnavailable("key")

      const reportAltered = yield* makeTamperedKeyAlert("api_key")

      /** Undefined if the row of the calling key was deleted or changed by something else than this program. */
      const insert = Effect.fnUntraced(function* (token_name: string, caller: CurrentCaller) {
        // It may have changed since the request was admitted: what it makes would survive it.
        const maker = caller.key === undefined ? undefined : yield* KeyQueries.find(caller.key)
        if (caller.key !== undefined && (maker === undefined || !isAuthentic(pepper, maker))) {
          return undefined
        }
        const now = yield* Clock.currentTimeMillis
        if (maker !== undefined && maker.group_id !== caller.group) return yield* invalidKey()
        if (yield* KeyQueries.isWithdrawn(caller.group, caller.key, now)) return yield* invalidKey()
        yield* checkQuota(caller, pepper.versions)
        const { id, key } = yield* KeyFormat.make("live")
        const created_at = yield* KeyQueries.insert({
          id,
          name: token_name,
          mac: pepper.mac(key),
          pepper_version: pepper.version,
          group_id: caller.group,
          created_by: caller.key,
          ...(maker && KeyQueries.inheritedFrom(maker))
        })
        return {
          auth_token: Redacted.value(key),
          created_at_epoch_seconds: Math.floor(created_at / 1000),
          token_name
        }
      })

      const generate = Effect.fnUntraced(function* (token_name: string) {
        const caller = yield* currentCaller
        const made = yield* sql.withTransaction(insert(token_name, caller))
        if (made !== undefined) return made
        // Outside of the transaction, which a failure would roll back.
        yield* reportAltered(caller.key ?? "")
        return yield* invalidKey()
      })

      const revoke = Effect.fnUntraced(function* (
        key: Redacted.Redacted,
        { group, key: actor }: CurrentCaller
      ) {
        const text = Redacted.value(key)
        if (!KeyFormat.isKey(text)) return
        const row = yield* KeyQueries.findByKey(text, pepper.macs(key))
        if (row === undefined || row.group_id !== group) return
        // Only an existing key of the group costs a write lock. Caches are dropped even after a failure: the commit may
        // have succeeded.
        yield* Effect.ensuring(essential(sql.withTransaction(KeyQueries.revoke(row.id, actor))), revoked)
      })

      return make({
        generate: ({ token_name = "" }) =>
          generate(token_name).pipe(orUnavailable, Effect.provideContext(services)),
        revoke: ({ auth_token }) =>
          Effect.flatMap(currentCaller, (caller) => revoke(Redacted.make(auth_token), caller)).pipe(
            orUnavailable,
            Effect.provideContext(services)
          )
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
