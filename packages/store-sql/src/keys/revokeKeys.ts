// Revokes keys for operators: some keys, those that a key made, or all of a group.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Pepper } from "../crypto/Pepper.ts"
import type { BigIntColumn } from "../database/dialect.ts"
import { essential } from "../database/DiskReserve.ts"
import { toStoreError } from "../database/failures.ts"
import { StoreError } from "../database/StoreError.ts"
import { makeRevoked } from "./Revocations.ts"
import * as KeyQueries from "./queries.ts"

/** Which keys are revoked: all that any of these names. */
export interface RevokeKeysOptions {
  /** Keys by their ids. */
  readonly ids?: ReadonlyArray<string> | undefined
  /** A key by its text. */
  readonly key?: Redacted.Redacted | undefined
  /** All keys of a group. */
  readonly group?: string | undefined
  /** The keys that the key with this id made, and those that they made, and so on; not the key itself. */
  readonly madeBy?: string | undefined
}

/** Result of a revocation. */
export interface RevokedKeys {
  readonly keys: ReadonlyArray<{
    readonly id: string
    /** False if it was revoked already. */
    readonly changed: boolean
  }>
  /** Number of active keys left, in all groups. */
  readonly active: number
}

const unknown = (what: string) =>
  Effect.fail(new StoreError({ message: `There is no such ${what}.`, isMissing: true }))

const idsOf = Effect.fnUntraced(function* ({ group, ids = [], key, madeBy }: RevokeKeysOptions) {
  const sql = yield* SqlClient.SqlClient
  const { macs } = yield* Pepper
  const chosen = new Set<string>()
  for (const id of madeBy === undefined ? ids : [...ids, madeBy]) {
    if ((yield* KeyQueries.find(id)) === undefined) return yield* unknown(`key: ${id}`)
  }
  for (const id of ids) chosen.add(id)
  if (key !== undefined) {
    const row = yield* KeyQueries.findByKey(Redacted.value(key), macs(key))
    if (row === undefined) return yield* unknown("key")
    chosen.add(row.id)
  }
  if (group !== undefined) {
    const exists = yield* sql`SELECT 1 FROM api_group WHERE id = ${group}`
    if (exists.length === 0) return yield* unknown(`group: ${group}`)
    const own = yield* sql<{ readonly id: string }>`SELECT id FROM api_key
      WHERE group_id = ${group} AND revoked_at IS NULL`
    for (const { id } of own) chosen.add(id)
  }
  if (madeBy !== undefined) {
    const made = yield* sql<{ readonly id: string }>`WITH RECURSIVE made (id) AS (
      SELECT id FROM api_key WHERE created_by = ${madeBy}
      UNION SELECT k.id FROM api_key k JOIN made ON k.created_by = made.id) SELECT id FROM made`
    for (const { id } of made) chosen.add(id)
  }
  return Array.from(chosen)
})

const countActive = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { versions } = yield* Pepper
  const now = yield* Clock.currentTimeMillis
  const [row] = yield* sql<{ readonly count: BigIntColumn }>`SELECT COUNT(*) AS count FROM api_key
    WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
      AND ${sql.in("pepper_version", versions)}`
  return Number(row?.count ?? 0)
})

/**
 * Revokes keys permanently, all or none, in one transaction. Servers on the same database refuse them within a second.
 * Fails with a {@link StoreError} when a named key or group does not exist.
 */
export const revokeKeys = (
  options: RevokeKeysOptions
): Effect.Effect<RevokedKeys, StoreError, SqlClient.SqlClient | Pepper> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { revoked } = yield* makeRevoked
    const revoke = Effect.gen(function* () {
      const keys = yield* Effect.forEach(yield* idsOf(options), (id) =>
        Effect.map(KeyQueries.revoke(id, undefined), (changed) => ({ id, changed }))
      )
      return { keys, active: yield* countActive }
    })
    return yield* Effect.ensuring(essential(sql.withTransaction(revoke)), revoked)
  }).pipe(toStoreError)
