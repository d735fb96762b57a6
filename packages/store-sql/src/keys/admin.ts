// Key management for operators: creates, lists and revokes keys without an API key.
// Source: §5; Assumed: ours, the document knows only callers with a key.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/chain.ts"
import * as Crypto from "../crypto/nodeCrypto.ts"
import { Pepper } from "../crypto/Pepper.ts"
import { type BigIntColumn, nullableNumber } from "../database/dialect.ts"
import { essential } from "../database/DiskReserve.ts"
import { toStoreError } from "../database/failures.ts"
import { defaultGroup } from "../database/migrations.ts"
import { StoreError } from "../database/StoreError.ts"
import * as KeyFormat from "./format.ts"
import { type ApiKeysOptions, makeQuotaCheck } from "./quota.ts"
import * as KeyTable from "./table.ts"

/** Options of a new key. */
export interface CreateKeyOptions extends ApiKeysOptions {
  /** Describes the key in lists. Default: empty. */
  readonly name?: string | undefined
  /** The key group, which owns rate limits and stored data. Default `default`. */
  readonly group?: string | undefined
  /** Creates the group if it does not exist; otherwise an unknown group is an error. Default false. */
  readonly createGroup?: boolean | undefined
  /** Expiry in Unix milliseconds. Default: never. */
  readonly expiresAt?: number | undefined
  /** Part of the key text, without effect. Default `live`. */
  readonly label?: KeyFormat.KeyLabel | undefined
}

/** A new key. */
export interface CreatedKey {
  /** Public id; may appear in logs. */
  readonly id: string
  /** The API key. It is not stored, so show it now. */
  readonly key: Redacted.Redacted
  readonly name: string
  readonly group: string
  /** Unix milliseconds. */
  readonly created_at: number
  /** Unix milliseconds; null: never. */
  readonly expires_at: number | null
}

const groupPattern = /^[A-Za-z0-9_-]{1,64}$/

const failed = (message: string) => new StoreError({ message })

const ensureGroup = Effect.fnUntraced(function* (id: string, createGroup: boolean) {
  const sql = yield* SqlClient.SqlClient
  const groups = yield* sql<{ readonly id: string }>`SELECT id FROM api_group ORDER BY id`
  if (groups.some((group) => group.id === id)) return
  if (!groupPattern.test(id)) {
    return yield* failed("A group id consists of 1 to 64 letters, digits, hyphens and underscores.")
  }
  if (!createGroup) {
    const ids = groups.map((group) => group.id)
    const some = ids.slice(0, 10).join(", ") + (ids.length > 10 ? ", ..." : "")
    return yield* failed(`Group ${id} does not exist. Existing groups: ${some}.`)
  }
  yield* sql`INSERT INTO api_group ${sql.insert({ id, name: id, created_at: yield* Clock.currentTimeMillis })}`
  yield* Audit.append({ action: "config.change", object_type: "api_group", object_id: id, outcome: "made" })
})

/** Creates a key within the group's quota. Key and audit event are on disk when this returns. */
export const createKey = ({
  expiresAt,
  group = defaultGroup,
  label = "live",
  createGroup = false,
  name = "",
  ...quotas
}: CreateKeyOptions = {}): Effect.Effect<CreatedKey, StoreError, SqlClient.SqlClient | Pepper> =>
  Effect.gen(function* () {
    const pepper = yield* Pepper
    yield* ensureGroup(group, createGroup)
    yield* makeQuotaCheck(quotas)({ group, key: undefined }, pepper.versions)
    const { id, key } = yield* KeyFormat.make(label)
    const created_at = yield* KeyTable.insert({
      id,
      name,
      mac: yield* pepper.mac(key),
      pepper_version: pepper.version,
      group_id: group,
      expires_at: expiresAt
    })
    return { id, key, name, group, created_at, expires_at: expiresAt ?? null }
  }).pipe(
    (make) => Effect.flatMap(SqlClient.SqlClient, (sql) => essential(sql.withTransaction(make))),
    Effect.catchTag("RateLimitError", ({ message }) => Effect.fail(failed(message))),
    toStoreError,
    Effect.provide(Crypto.layer)
  )

/** A key in a list, without the key itself or its MAC. Times are Unix milliseconds. */
export interface ListedKey {
  /** Public id; may appear in logs. */
  readonly id: string
  readonly name: string
  readonly group: string
  /** `void`: stored under a pepper that is lost, so it cannot be used. */
  readonly state: "active" | "expired" | "revoked" | "void"
  /** Unix milliseconds. */
  readonly created_at: number
  /** Id of the key that created it; null for the server and the command line. */
  readonly created_by: string | null
  /** Unix milliseconds; null: never. */
  readonly expires_at: number | null
  /** Unix milliseconds; null: not revoked. */
  readonly revoked_at: number | null
  /** Days since 1970-01-01, UTC. */
  readonly last_used_day: number | null
  /** The pepper its MAC was computed with. */
  readonly pepper: "current" | "previous" | "lost"
}

interface Row {
  readonly id: string
  readonly name: string
  readonly group_id: string
  readonly pepper_version: string
  readonly created_at: BigIntColumn
  readonly created_by: string | null
  readonly expires_at: BigIntColumn | null
  readonly revoked_at: BigIntColumn | null
  readonly last_used_day: BigIntColumn | null
}

const toListedKey = (row: Row, versions: ReadonlyArray<string>, now: number): ListedKey => {
  const pepper =
    row.pepper_version === versions[0]
      ? "current"
      : versions.includes(row.pepper_version)
        ? "previous"
        : "lost"
  const [expires_at, revoked_at] = [nullableNumber(row.expires_at), nullableNumber(row.revoked_at)]
  const unrevoked =
    expires_at !== null && expires_at <= now ? "expired" : pepper === "lost" ? "void" : "active"
  return {
    id: row.id,
    name: row.name,
    group: row.group_id,
    state: revoked_at === null ? unrevoked : "revoked",
    created_at: Number(row.created_at),
    created_by: row.created_by,
    expires_at,
    revoked_at,
    last_used_day: nullableNumber(row.last_used_day),
    pepper
  }
}

/** All keys ever created, newest last. */
export const listKeys: Effect.Effect<
  ReadonlyArray<ListedKey>,
  StoreError,
  SqlClient.SqlClient | Pepper
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { versions } = yield* Pepper
  const now = yield* Clock.currentTimeMillis
  const rows = yield* sql<Row>`SELECT id, name, group_id, pepper_version, created_at, created_by, expires_at,
      revoked_at, last_used_day FROM api_key ORDER BY created_at, id`
  return rows.map((row) => toListedKey(row, versions, now))
}).pipe(toStoreError)

/** Result of a revocation. */
export interface RevokedKey {
  readonly id: string
  /** False if it was revoked already. */
  readonly changed: boolean
  /** Number of active keys left, in all groups. */
  readonly active: number
}

/**
 * Revokes a key permanently, by its id or its text. Servers on the same database refuse it within a second. Fails with
 * a {@link StoreError} when there is no such key.
 */
export const revokeKey = (
  target: { readonly id: string } | { readonly key: Redacted.Redacted }
): Effect.Effect<RevokedKey, StoreError, SqlClient.SqlClient | Pepper> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const pepper = yield* Pepper
    const row =
      "id" in target
        ? yield* KeyTable.find(target.id)
        : yield* KeyTable.findByKey(Redacted.value(target.key), yield* pepper.macs(target.key))
    if (row === undefined) return yield* failed("There is no such key.")
    const changed = yield* essential(sql.withTransaction(KeyTable.revoke(row.id, undefined)))
    const active = (yield* listKeys).filter(({ state }) => state === "active").length
    return { id: row.id, changed, active }
  }).pipe(toStoreError, Effect.provide(Crypto.layer))
