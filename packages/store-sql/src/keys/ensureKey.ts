// The first key: the one the server was given, or one made when there is none.
// Source: §5, §8; Assumed: ours, the document does not say where the first key comes from.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/chain.ts"
import * as Crypto from "../crypto/nodeCrypto.ts"
import * as KeyFormat from "./format.ts"
import * as KeyTable from "./table.ts"
import { toStoreError } from "../database/failures.ts"
import { Pepper } from "../crypto/Pepper.ts"
import { StoreError } from "../database/StoreError.ts"

const strongCharacters = 20

/** What {@link ensureKey} found or did. */
export type EnsuredKey =
  /** No key was given and none was there: print `key` once, it cannot be had again. */
  | { readonly _tag: "Made"; readonly id: string; readonly key: Redacted.Redacted }
  /** No key was given, and there are active ones. */
  | { readonly _tag: "Kept" }
  /**
   * The given key is new and accepted from now on, was accepted already, or stays refused because it is
   * revoked or expired. `weak`: it has under 20 characters and can be guessed, so warn.
   */
  | { readonly _tag: "Registered" | "Known" | "Refused"; readonly id: string; readonly weak: boolean }

const makeFirst = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Pepper
  const now = yield* Clock.currentTimeMillis
  const active = yield* sql<{ readonly pepper_version: string }>`SELECT DISTINCT pepper_version FROM api_key
    WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`
  const kept: EnsuredKey = { _tag: "Kept" }
  if (active.some(({ pepper_version }) => pepper.versions.includes(pepper_version))) return kept
  if (active.length > 0) {
    yield* Effect.logWarning("The stored API keys were made with another pepper: none of them is accepted.")
  }
  const { id, key } = yield* KeyFormat.make("live")
  const mac = yield* pepper.mac(key)
  yield* KeyTable.insert({ id, name: "first", mac, pepper_version: pepper.version })
  const made: EnsuredKey = { _tag: "Made", id, key }
  return made
})

const register = Effect.fnUntraced(function* (key: Redacted.Redacted) {
  const text = Redacted.value(key)
  if (!KeyFormat.isKey(text)) {
    return yield* new StoreError({ message: "An API key is 1 to 4,096 visible ASCII characters." })
  }
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Pepper
  const { version: pepper_version, versions } = pepper
  const mac = yield* pepper.mac(key)
  const result = (_tag: "Registered" | "Known" | "Refused", id: string): EnsuredKey => ({
    _tag,
    id,
    weak: text.length < strongCharacters
  })
  const now = yield* Clock.currentTimeMillis
  const known = yield* KeyTable.findByKey(text, yield* pepper.macs(key))
  if (known !== undefined) return result(KeyTable.isActive(known, now) ? "Known" : "Refused", known.id)
  const id = KeyTable.idFor(text, mac)
  const row = yield* KeyTable.find(id)
  if (row === undefined) {
    yield* KeyTable.insert({ id, name: "given", mac, pepper_version })
    return result("Registered", id)
  }
  if (!KeyTable.isActive(row, now)) return result("Refused", id)
  if (versions.includes(row.pepper_version)) {
    return yield* new StoreError({ message: "The given API key has the id of another key." })
  }
  // The pepper was lost: the key is back under the new one.
  yield* sql`UPDATE api_key SET mac = ${mac}, pepper_version = ${pepper_version} WHERE id = ${id}`
  yield* Audit.append({ action: "config.change", object_type: "api_key", object_id: id })
  return result("Registered", id)
})

/**
 * Sees to it that somebody can call. A given key is registered if absent, whatever its form: after another
 * one, both are accepted until one is revoked. Without one, a key is made when no stored key is active. What
 * it returns is on disk. Fails with a {@link StoreError}: a key of wrong characters, or a failing store.
 */
export const ensureKey = (
  options: { readonly bootstrap?: Redacted.Redacted | undefined } = {}
): Effect.Effect<EnsuredKey, StoreError, SqlClient.SqlClient | Pepper> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(options.bootstrap === undefined ? makeFirst : register(options.bootstrap))
  ).pipe(toStoreError, Effect.provide(Crypto.layer), Effect.withSpan("ensureKey"))
