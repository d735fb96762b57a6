// Quotas of API keys: active keys per group, and keys created per minute with one key.
// Source: §4.2; Assumed: ours, the document names no numbers.
import { activeKeys, creationsPerMinute } from "@leadline/core/api-keys"
import { RateLimitError } from "@leadline/core/errors"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { BigIntColumn } from "../database/dialect.ts"
import type { CurrentCaller } from "./currentCaller.ts"

/** Quotas of API keys. */
export interface ApiKeysOptions {
  /** Active keys per group. Default 100. */
  readonly activeKeys?: number | undefined
  /** Keys that one key may create per minute. Default 10. */
  readonly creationsPerMinute?: number | undefined
}

const minute = 60_000

const tooMany = (message: string, retryAfter: number) => new RateLimitError({ message, retryAfter })

/** Makes a check that fails with a RateLimitError at a quota. Run it in the transaction that inserts the key. */
export const makeQuotaCheck = (options: ApiKeysOptions) => {
  const maxActive = options.activeKeys ?? activeKeys
  const maxPerMinute = options.creationsPerMinute ?? creationsPerMinute
  return Effect.fnUntraced(function* ({ group, key }: CurrentCaller, versions: ReadonlyArray<string>) {
    const sql = yield* SqlClient.SqlClient
    const now = yield* Clock.currentTimeMillis
    // Keys of a lost pepper authenticate no caller and cannot be revoked, so they do not count.
    const [active] = yield* sql<{ readonly count: BigIntColumn }>`SELECT COUNT(*) AS count FROM api_key
      WHERE group_id = ${group} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
        AND ${sql.in("pepper_version", versions)}`
    if (Number(active?.count ?? 0) >= maxActive) {
      return yield* tooMany(
        `The group has reached its limit of ${maxActive} active keys: revoke one first.`,
        minute
      )
    }
    if (key === undefined) return
    const recent = yield* sql<{ readonly created_at: BigIntColumn }>`SELECT created_at FROM api_key
      WHERE created_by = ${key} AND created_at > ${now - minute} ORDER BY created_at DESC LIMIT ${maxPerMinute}`
    const oldest = recent[maxPerMinute - 1]
    if (oldest !== undefined) {
      return yield* tooMany(
        `A key can create at most ${maxPerMinute} keys per minute.`,
        Number(oldest.created_at) + minute - now
      )
    }
  })
}
