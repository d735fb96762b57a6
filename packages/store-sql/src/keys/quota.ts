// Quotas of API keys: active keys per group, and keys that the keys of a group create per minute.
// Source: §4.2; Assumed: ours, the document names no numbers.
import { creationsPerMinute } from "@leadline/core/api-keys"
import { RateLimitError } from "@leadline/core/errors"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { type BigIntColumn, nullableNumber, storeTime, limitTo } from "../database/dialect.ts"
import { defaultQuotas, quotaText } from "../groups/quotas.ts"
import type { CurrentCaller } from "./currentCaller.ts"

/** Quotas of API keys. */
export interface ApiKeysOptions {
  /** Active keys per group. Default 100. */
  readonly activeKeys?: number | undefined
  /** Keys that the keys of one group may create per minute. Default 10. */
  readonly creationsPerMinute?: number | undefined
}

const minute = 60_000

const tooMany = (message: string, retryAfter: number) => new RateLimitError({ message, retryAfter })

/** Active keys of a group, counted up to a limit. Keys of a lost pepper authenticate no caller, so they do not count. */
const countActive = Effect.fnUntraced(function* (
  group: string,
  versions: ReadonlyArray<string>,
  limit: number
) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  // Two ranges of one index: expired keys are not read.
  const active = (validity: Statement.Fragment) => sql`SELECT 1 AS one FROM api_key
    WHERE group_id = ${group} AND revoked_at IS NULL AND ${validity} AND ${sql.in("pepper_version", versions)}`
  const [row] = yield* sql<{ readonly count: BigIntColumn }>`SELECT COUNT(*) AS count FROM (
    ${active(sql`expires_at IS NULL`)} UNION ALL ${active(sql`expires_at > ${now}`)} ${limitTo(sql, limit)}) AS active`
  return Number(row?.count ?? 0)
})

/** Makes a check that fails with a RateLimitError at a quota. Run it in the transaction that inserts the key. */
export const makeQuotaCheck = (options: ApiKeysOptions) => {
  const maxPerMinute = options.creationsPerMinute ?? creationsPerMinute
  return Effect.fnUntraced(function* ({ group, key }: CurrentCaller, versions: ReadonlyArray<string>) {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly max_keys: BigIntColumn | null }>`SELECT max_keys FROM api_group
      WHERE id = ${group}`
    const maxActive = nullableNumber(row?.max_keys ?? null) ?? options.activeKeys ?? defaultQuotas.keys
    if ((yield* countActive(group, versions, maxActive)) >= maxActive) {
      return yield* tooMany(`${quotaText("keys", maxActive)}: revoke one first.`, minute)
    }
    if (key === undefined) return
    const now = yield* storeTime
    const recent = yield* sql<{ readonly created_at: BigIntColumn }>`SELECT created_at FROM api_key
      WHERE group_id = ${group} AND created_by IS NOT NULL AND created_at > ${now - minute}
      ORDER BY created_at DESC ${limitTo(sql, maxPerMinute)}`
    const oldest = recent[maxPerMinute - 1]
    if (oldest !== undefined) {
      return yield* tooMany(
        `The keys of a group can create at most ${maxPerMinute} keys per minute.`,
        Number(oldest.created_at) + minute - now
      )
    }
  })
}
