// How many keys there may be: of a group, and of one maker in a minute.
// Source: §4.2; Assumed: ours, the document names no numbers.
import { activeKeys, creationsPerMinute } from "@leadline/core/api-keys"
import { RateLimitError } from "@leadline/core/errors"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { CurrentCaller } from "./currentCaller.ts"

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

/** Fails when a caller has made enough: run it in the transaction that adds the key. */
export const makeQuotaCheck = (options: ApiKeysOptions) => {
  const most = options.activeKeys ?? activeKeys
  const mostAMinute = options.creationsPerMinute ?? creationsPerMinute
  return Effect.fnUntraced(function* ({ group, key }: CurrentCaller, versions: ReadonlyArray<string>) {
    const sql = yield* SqlClient.SqlClient
    const now = yield* Clock.currentTimeMillis
    // Keys of a lost pepper let nobody in and cannot be revoked, so they do not count.
    const [active] = yield* sql<{ readonly count: Whole }>`SELECT COUNT(*) AS count FROM api_key
      WHERE group_id = ${group} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
        AND ${sql.in("pepper_version", versions)}`
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
