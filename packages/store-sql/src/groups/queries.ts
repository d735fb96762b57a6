// Queries of the table `api_group`: the state, limits, quotas, budget and sums of each key group.
import type { Caller } from "@leadline/core/authentication"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type BigIntColumn, nullableNumber } from "../database/dialect.ts"
import type { Pepper } from "../crypto/Pepper.ts"
import type { Ledger } from "./ledger.ts"
import { monthOf } from "./month.ts"
import { isAuthentic as isRowAuthentic, lastChange, type SealedRow } from "./rowMac.ts"

/** What an operator sets for a group. Null: the default. */
export interface GroupSettings {
  /** Requests of one operation per second. */
  readonly requests_per_second: number | null
  /** Input tokens per minute. */
  readonly tokens_per_minute: number | null
  /** USD a month. Null: no budget. */
  readonly budget_usd: number | null
  /** Bytes of skills, and of async chats with their answers. */
  readonly max_stored_bytes: number | null
  /** Skills that are not deleted. */
  readonly max_skills: number | null
  /** Revisions of all skills. */
  readonly max_revisions: number | null
  /** Async chats that wait or run. */
  readonly max_queued_chats: number | null
  /** Async chats that are stored. */
  readonly max_kept_chats: number | null
  /** Active keys. */
  readonly max_keys: number | null
}

/** The column of each setting. */
export const settingColumns = {
  requests_per_second: "rate_limit",
  tokens_per_minute: "token_limit",
  budget_usd: "budget_usd",
  max_stored_bytes: "max_stored_bytes",
  max_skills: "max_skills",
  max_revisions: "max_revisions",
  max_queued_chats: "max_queued_chats",
  max_kept_chats: "max_kept_chats",
  max_keys: "max_keys"
} as const satisfies { readonly [name in keyof GroupSettings]: string }

/** The columns of a group without settings. */
export const defaultSettings: { readonly [column: string]: null } = Object.fromEntries(
  Object.values(settingColumns).map((column) => [column, null])
)

/** Sums that triggers keep. */
export interface Sums {
  readonly stored_bytes: BigIntColumn
  readonly skills: BigIntColumn
  readonly revisions: BigIntColumn
  readonly queued_chats: BigIntColumn
  readonly kept_chats: BigIntColumn
}

/** The state and the limits of a group as a request needs them. */
export interface LimitsRow extends Omit<SealedRow, "id" | "created_at" | "row_mac"> {
  readonly rate_limit: number | null
  readonly token_limit: number | null
  readonly disabled_at: BigIntColumn | null
  readonly budget_usd: number | null
  readonly group_created_at: BigIntColumn
  readonly group_row_mac: string | null
  /** USD spent in a month; 0 without a budget. */
  readonly spent_usd: number
}

/** A whole row. Times are Unix milliseconds. */
export interface GroupRow
  extends
    Omit<LimitsRow, keyof GroupSettings>,
    Sums,
    Omit<GroupSettings, "requests_per_second" | "tokens_per_minute"> {
  readonly id: string
  readonly created_at: BigIntColumn
}

/**
 * The budget of a group as its callers ask for it; empty without one. `month` returns the current month, `readIn` is that
 * whose sum the row has: what was spent in the last month is nothing in the next.
 */
export const budgetOf = (
  { budget_usd, spent_usd }: LimitsRow,
  group: string,
  ledger: Ledger,
  month: () => string,
  readIn: string
): Pick<Caller["Service"], "reserveBudget" | "spentBudget"> => {
  const budget = nullableNumber(budget_usd)
  if (budget === null) return {}
  if (readIn === month()) ledger.observe(group, readIn, spent_usd)
  return {
    spentBudget: () => (ledger.observe(group, month(), 0) >= budget ? budget : undefined),
    reserveBudget: (usd, isForced) => ledger.reserve(group, month(), usd, isForced ? Infinity : budget)
  }
}

/** The columns of a {@link LimitsRow}, of a group `g`. */
export const limitColumns = (sql: SqlClient.SqlClient, month: string) =>
  sql`g.rate_limit, g.token_limit, g.disabled_at, g.deleted_at, g.max_stored_bytes, g.max_skills, g.max_revisions,
    g.max_queued_chats, g.max_kept_chats, g.max_keys, g.changed_seq, ${lastChange(sql)},
    g.created_at AS group_created_at, g.row_mac AS group_row_mac,
    g.budget_usd, CASE WHEN g.budget_usd IS NULL THEN 0 ELSE
    (SELECT COALESCE(SUM(cost_usd), 0) FROM group_spend s WHERE s.group_id = g.id AND s.month = ${month})
    END AS spent_usd`

export const isAuthentic = (pepper: Pepper["Service"], group: string, row: LimitsRow) =>
  isRowAuthentic(pepper, {
    ...row,
    id: group,
    created_at: row.group_created_at,
    row_mac: row.group_row_mac
  })

const others = "g.id, g.created_at, g.stored_bytes, g.skills, g.revisions, g.queued_chats, g.kept_chats"

/** All groups by id, or one. A deleted group is none. */
export const rows = Effect.fnUntraced(function* (id?: string) {
  const sql = yield* SqlClient.SqlClient
  const month = monthOf(yield* Clock.currentTimeMillis)
  const chosen = id === undefined ? sql`` : sql`AND g.id = ${id}`
  return yield* sql<GroupRow>`SELECT ${sql.literal(others)}, ${limitColumns(sql, month)}
    FROM api_group g WHERE g.deleted_at IS NULL ${chosen} ORDER BY g.id`
})

/** USD by group, of one month. */
export const spentIn = Effect.fnUntraced(function* (month: string) {
  const sql = yield* SqlClient.SqlClient
  const spent = yield* sql<{
    readonly group_id: string
    readonly usd: number
  }>`SELECT group_id, SUM(cost_usd) AS usd
    FROM group_spend WHERE month = ${month} GROUP BY group_id`
  return new Map(spent.map(({ group_id, usd }) => [group_id, usd]))
})
