// Sums what each group uses in a month, for budgets and exports. Summed in memory, written in batches.
import { type RequestUsage, UsageMeter } from "@leadline/core/usage-meter"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { writeBatchesEvery } from "../database/batches.ts"
import type { BigIntColumn } from "../database/dialect.ts"
import { toStoreError } from "../database/failures.ts"
import type { StoreError } from "../database/StoreError.ts"
import { requireKnownGroup } from "./groups.ts"
import { ledgerOf } from "./ledger.ts"
import { makeMonthOf, monthOf as monthAt } from "./month.ts"
import { spentIn } from "./queries.ts"

/** What a group used with one operation in one month. */
export interface GroupUsage {
  /** As `2026-11`, UTC. */
  readonly month: string
  readonly group: string
  readonly operation: string
  readonly requests: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cost_usd: number
}

/** How often usage is written. */
export interface UsageMeterOptions {
  /** Milliseconds between two writes. Default 10,000. */
  readonly interval?: number | undefined
}

interface Sum {
  readonly group: string
  readonly operation: string
  readonly month: string
  requests: number
  inputTokens: number
  outputTokens: number
  cost: number
}

/** Decimals of USD in exports: sums of doubles are off by less. */
const usdDecimals = 9

const write = Effect.fnUntraced(function* (sum: Sum) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO group_spend ${sql.insert({
    group_id: sum.group,
    month: sum.month,
    operation: sum.operation,
    requests: sum.requests,
    input_tokens: sum.inputTokens,
    output_tokens: sum.outputTokens,
    cost_usd: sum.cost
  })} ON CONFLICT (group_id, month, operation) DO UPDATE SET
    requests = group_spend.requests + excluded.requests,
    input_tokens = group_spend.input_tokens + excluded.input_tokens,
    output_tokens = group_spend.output_tokens + excluded.output_tokens,
    cost_usd = group_spend.cost_usd + excluded.cost_usd`
})

/**
 * Sums the use of each group by operation and month. Budgets know of it at once. Sums are written every ten seconds and
 * when the layer closes, never while a request waits; a failed write is repeated before the next and counts once, and a
 * killed process loses what it has not written.
 */
export const layerUsageMeter = ({ interval = 10_000 }: UsageMeterOptions = {}): Layer.Layer<
  never,
  never,
  SqlClient.SqlClient
> =>
  Layer.effect(
    UsageMeter,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* Clock.Clock
      const monthOf = makeMonthOf()
      const ledger = ledgerOf(sql)
      const thisMonth = monthAt(clock.currentTimeMillisUnsafe())
      // Before anything is counted, so that nothing of it is in these sums.
      yield* spentIn(thisMonth).pipe(
        Effect.map((spent) => spent.forEach((usd, group) => ledger.observe(group, thisMonth, usd))),
        Effect.catchCause((cause) => Effect.logError("The usage of this month could not be read", cause))
      )
      let sums = new Map<string, Sum>()
      const add = (sum: Sum): void => {
        const name = `${sum.month} ${sum.operation} ${sum.group}`
        const known = sums.get(name)
        if (known === undefined) return void sums.set(name, { ...sum })
        known.requests += sum.requests
        known.inputTokens += sum.inputTokens
        known.outputTokens += sum.outputTokens
        known.cost += sum.cost
      }
      yield* writeBatchesEvery({
        interval,
        take: () => {
          if (sums.size === 0) return undefined
          const batch = sums
          sums = new Map()
          return batch
        },
        write: (batch) => Effect.forEach(batch.values(), write, { discard: true }),
        failure: "Usage could not be written and is kept for the next attempt"
      })
      return {
        add: (usage: RequestUsage) => {
          const { group, inputTokens, operation, outputTokens, requests = 1 } = usage
          const month = monthOf(clock.currentTimeMillisUnsafe())
          const { cost = 0 } = usage
          ledger.add(group, month, cost)
          add({ group, operation, month, requests, inputTokens, outputTokens, cost })
        }
      }
    })
  )

/** Which use is listed. */
export interface ListUsageOptions {
  /** As `2026-11`. Default: all months. */
  readonly month?: string | undefined
  /** Default: all groups. */
  readonly group?: string | undefined
}

/** What groups used, by month, group and operation. */
export const listUsage = ({ group, month }: ListUsageOptions = {}): Effect.Effect<
  ReadonlyArray<GroupUsage>,
  StoreError,
  SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* requireKnownGroup(group)
    const inMonth = month === undefined ? sql`1 = 1` : sql`month = ${month}`
    const inGroup = group === undefined ? sql`1 = 1` : sql`group_id = ${group}`
    const rows = yield* sql<
      Omit<GroupUsage, "requests" | "input_tokens" | "output_tokens"> &
        Record<"requests" | "input_tokens" | "output_tokens", BigIntColumn>
    >`SELECT month, group_id AS ${sql("group")}, operation, requests, input_tokens, output_tokens, cost_usd
      FROM group_spend WHERE ${inMonth} AND ${inGroup} ORDER BY month, group_id, operation`
    return rows.map((row) => ({
      ...row,
      cost_usd: Number(row.cost_usd.toFixed(usdDecimals)),
      requests: Number(row.requests),
      input_tokens: Number(row.input_tokens),
      output_tokens: Number(row.output_tokens)
    }))
  }).pipe(toStoreError)

const usageColumns = [
  "month",
  "group",
  "operation",
  "requests",
  "input_tokens",
  "output_tokens",
  "cost_usd"
] as const

const cell = (row: GroupUsage, name: (typeof usageColumns)[number]) =>
  name === "cost_usd" ? row.cost_usd.toFixed(usdDecimals) : row[name]

/** Usage as CSV with a line of names; USD with nine decimals. No value contains a comma or a quote. */
export const usageCsv = (rows: ReadonlyArray<GroupUsage>): string =>
  [usageColumns.join(","), ...rows.map((row) => usageColumns.map((name) => cell(row, name)).join(","))].join(
    "\n"
  )
