// Makes sure that there is a valid key: registers the bootstrap key, or creates a first key.
// Source: §5, §8; Assumed: ours, the document does not say where the first key comes from.
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/chain.ts"
import { Pepper } from "../crypto/Pepper.ts"
import { essential } from "../database/DiskReserve.ts"
import { toStoreError } from "../database/failures.ts"
import { defaultGroup } from "../database/migrations.ts"
import { StoreError } from "../database/StoreError.ts"
import { sealGroupsStep } from "../groups/changes.ts"
import { checkPepper } from "./checkPepper.ts"
import * as KeyFormat from "./format.ts"
import { isAuthentic, seal } from "./rowMac.ts"
import * as KeyQueries from "./queries.ts"

const minStrongCharacters = 20

/** Result of {@link ensureKey}. */
export type EnsuredKey =
  /** No bootstrap key was given and no key was active, so this one was created. It is not stored: show it now. */
  | { readonly _tag: "Created"; readonly id: string; readonly key: Redacted.Redacted }
  /** No bootstrap key was given, and there are active keys. */
  | { readonly _tag: "Existing" }
  /**
   * The bootstrap key was registered now, was known already, or is refused because it is revoked or expired. `weak`: it
   * has fewer than 20 characters and can be guessed.
   */
  | { readonly _tag: "Registered" | "Known" | "Refused"; readonly id: string; readonly weak: boolean }

const createFirst = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Pepper
  const now = yield* Clock.currentTimeMillis
  const active = yield* sql<{ readonly pepper_version: string }>`SELECT DISTINCT pepper_version FROM api_key
    WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`
  const existing: EnsuredKey = { _tag: "Existing" }
  if (active.some(({ pepper_version }) => pepper.versions.includes(pepper_version))) return existing
  yield* checkPepper
  const { id, key } = yield* KeyFormat.make("live")
  const mac = pepper.mac(key)
  yield* KeyQueries.insert({ id, name: "first", mac, pepper_version: pepper.version })
  const created: EnsuredKey = { _tag: "Created", id, key }
  return created
})

/** What nothing vouches for any more. */
const asNew = { group_id: defaultGroup, created_by: null }

const register = Effect.fnUntraced(function* (key: Redacted.Redacted) {
  const text = Redacted.value(key)
  if (!KeyFormat.isKey(text)) {
    return yield* new StoreError({
      message: "An API key must consist of 1 to 4,096 visible ASCII characters."
    })
  }
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Pepper
  const { version: pepper_version, versions } = pepper
  const mac = pepper.mac(key)
  const result = (_tag: "Registered" | "Known" | "Refused", id: string): EnsuredKey => ({
    _tag,
    id,
    weak: text.length < minStrongCharacters
  })
  const now = yield* Clock.currentTimeMillis
  const known = yield* KeyQueries.findByKey(text, pepper.macs(key))
  if (known !== undefined) return result(KeyQueries.isActive(known, now) ? "Known" : "Refused", known.id)
  const id = KeyQueries.idFor(text, mac)
  const row = yield* KeyQueries.find(id)
  if (row === undefined) {
    yield* KeyQueries.insert({ id, name: "given", mac, pepper_version })
    return result("Registered", id)
  }
  if (!KeyQueries.isActive(row, now)) return result("Refused", id)
  if (versions.includes(row.pepper_version) || isAuthentic(pepper, row)) {
    return yield* new StoreError({ message: "The given API key has the same id as another key." })
  }
  // Its pepper was lost, so a changed row cannot be detected: the key is stored again in the default group. Its
  // rights, expiry and networks stay, because a new key has none, and they can only restrict it.
  const revoked = yield* sql`SELECT seq FROM audit_event
    WHERE action = 'key.revoke' AND object_id = ${id} LIMIT 1`
  if (revoked.length > 0) return result("Refused", id)
  yield* sql`UPDATE api_key SET ${sql.update({ ...asNew, mac, pepper_version })} WHERE id = ${id}`
  yield* seal(id)
  yield* Audit.append({ action: "config.change", object_type: "api_key", object_id: id })
  return result("Registered", id)
})

/**
 * Makes sure that there is a valid API key. A bootstrap key in any format is registered if it is unknown; earlier ones
 * stay valid until they are revoked. Without one, a key is created if none is active. The result is on disk when this
 * returns. Fails with a {@link StoreError} for a key with invalid characters, a failing store, or when all keys were
 * stored under another pepper.
 */
export const ensureKey = (
  options: { readonly bootstrap?: Redacted.Redacted | undefined } = {}
): Effect.Effect<EnsuredKey, StoreError, SqlClient.SqlClient | Pepper> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    essential(
      sql.withTransaction(
        Effect.andThen(
          sealGroupsStep(false),
          options.bootstrap === undefined ? createFirst : register(options.bootstrap)
        )
      )
    )
  ).pipe(toStoreError, Effect.provide(SecureRandom.layerWebCrypto), Effect.withSpan("ensureKey"))
