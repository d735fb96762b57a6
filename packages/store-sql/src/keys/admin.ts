// Keys in the hands of whoever runs the server: made, listed and revoked without a key of one's own.
// Source: §5; Assumed: ours, the document knows only callers with a key.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/chain.ts"
import * as Crypto from "../crypto/nodeCrypto.ts"
import { type ApiKeysOptions, makeQuotaCheck } from "./quota.ts"
import * as KeyFormat from "./format.ts"
import * as KeyTable from "./table.ts"
import { defaultGroup } from "../database/migrations.ts"
import { toStoreError } from "../database/failures.ts"
import { Pepper } from "../crypto/Pepper.ts"
import { StoreError } from "../database/StoreError.ts"

/** What a new key is to be. */
export interface CreateKeyOptions extends ApiKeysOptions {
  /** What it is for. Default: empty. */
  readonly name?: string | undefined
  /** The group whose limits count and whose skills it sees. Default `default`. */
  readonly group?: string | undefined
  /** Makes the group when it is not there; else an unknown group is a failure. Default false. */
  readonly createGroup?: boolean | undefined
  /** Unix milliseconds from which on it is refused. Default: never. */
  readonly expiresAt?: number | undefined
  /** A label only, as all keys work everywhere. Default `live`. */
  readonly label?: KeyFormat.KeyLabel | undefined
}

/** A key that was made. `key` cannot be had again. */
export interface CreatedKey {
  /** Public: it may stand in logs. */
  readonly id: string
  /** Print it once: it cannot be had again. */
  readonly key: Redacted.Redacted
  readonly name: string
  readonly group: string
  /** Unix milliseconds. */
  readonly created_at: number
  /** Unix milliseconds; null: never. */
  readonly expires_at: number | null
}

const groupForm = /^[A-Za-z0-9_-]{1,64}$/

const failed = (message: string) => new StoreError({ message })

const seeToGroup = Effect.fnUntraced(function* (id: string, createGroup: boolean) {
  const sql = yield* SqlClient.SqlClient
  const groups = yield* sql<{ readonly id: string }>`SELECT id FROM api_group ORDER BY id`
  if (groups.some((group) => group.id === id)) return
  if (!groupForm.test(id)) {
    return yield* failed("A group is named by 1 to 64 letters, digits, hyphens and underscores.")
  }
  if (!createGroup) {
    const known = groups.map((group) => group.id)
    const some = known.slice(0, 10).join(", ") + (known.length > 10 ? ", ..." : "")
    return yield* failed(`There is no group ${id}. There are: ${some}.`)
  }
  yield* sql`INSERT INTO api_group ${sql.insert({ id, name: id, created_at: yield* Clock.currentTimeMillis })}`
  yield* Audit.append({ action: "config.change", object_type: "api_group", object_id: id, outcome: "made" })
})

/** Makes a key; it is on disk, with its audit event, when this returns. The number of active keys of a group holds. */
export const createKey = ({
  expiresAt,
  group = defaultGroup,
  label = "live",
  createGroup = false,
  name = "",
  ...counts
}: CreateKeyOptions = {}): Effect.Effect<CreatedKey, StoreError, SqlClient.SqlClient | Pepper> =>
  Effect.gen(function* () {
    const pepper = yield* Pepper
    yield* seeToGroup(group, createGroup)
    yield* makeQuotaCheck(counts)({ group, key: undefined }, pepper.versions)
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
    (make) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(make)),
    Effect.catchTag("RateLimitError", ({ message }) => Effect.fail(failed(message))),
    toStoreError,
    Effect.provide(Crypto.layer)
  )

/** A key as it is listed: never the key itself, nor its MAC. Times are Unix milliseconds. */
export interface ListedKey {
  /** Public: it may stand in logs. */
  readonly id: string
  readonly name: string
  readonly group: string
  readonly state: "active" | "expired" | "revoked" | "void"
  /** Unix milliseconds. */
  readonly created_at: number
  /** The id of the key that made it; null when the server or a person at its command line did. */
  readonly created_by: string | null
  /** Null: never. */
  readonly expires_at: number | null
  /** Null: not revoked. */
  readonly revoked_at: number | null
  /** Days since 1970-01-01, UTC. */
  readonly last_used_day: number | null
  /** The pepper of its MAC. A key of a lost one is `void`: nobody can use it. */
  readonly pepper: "current" | "previous" | "lost"
}

/** Postgres gives its large integers as text. */
type Whole = number | string

interface Row {
  readonly id: string
  readonly name: string
  readonly group_id: string
  readonly pepper_version: string
  readonly created_at: Whole
  readonly created_by: string | null
  readonly expires_at: Whole | null
  readonly revoked_at: Whole | null
  readonly last_used_day: Whole | null
}

const whole = (value: Whole | null) => (value === null ? null : Number(value))

const listed = (row: Row, versions: ReadonlyArray<string>, now: number): ListedKey => {
  const pepper =
    row.pepper_version === versions[0]
      ? "current"
      : versions.includes(row.pepper_version)
        ? "previous"
        : "lost"
  const [expires_at, revoked_at] = [whole(row.expires_at), whole(row.revoked_at)]
  const inUse = expires_at !== null && expires_at <= now ? "expired" : pepper === "lost" ? "void" : "active"
  return {
    id: row.id,
    name: row.name,
    group: row.group_id,
    state: revoked_at === null ? inUse : "revoked",
    created_at: Number(row.created_at),
    created_by: row.created_by,
    expires_at,
    revoked_at,
    last_used_day: whole(row.last_used_day),
    pepper
  }
}

/** All keys there ever were, the newest last. */
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
  return rows.map((row) => listed(row, versions, now))
}).pipe(toStoreError)

/** What a revocation found. */
export interface RevokedKey {
  readonly id: string
  /** False when it was revoked already. */
  readonly changed: boolean
  /** Active keys that are left, of all groups. */
  readonly active: number
}

/**
 * Revokes a key for good, by its id or by itself: servers on the same database refuse it at once, or a second later at
 * most. Fails when there is no such key.
 */
export const revokeKey = (
  which: { readonly id: string } | { readonly key: Redacted.Redacted }
): Effect.Effect<RevokedKey, StoreError, SqlClient.SqlClient | Pepper> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const pepper = yield* Pepper
    const row =
      "id" in which
        ? yield* KeyTable.find(which.id)
        : yield* KeyTable.findByKey(Redacted.value(which.key), yield* pepper.macs(which.key))
    if (row === undefined) return yield* failed("There is no such key.")
    const changed = yield* sql.withTransaction(KeyTable.revoke(row.id, undefined))
    const active = (yield* listKeys).filter(({ state }) => state === "active").length
    return { id: row.id, changed, active }
  }).pipe(toStoreError, Effect.provide(Crypto.layer))
