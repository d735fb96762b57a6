// The spending of each group this month as this process knows it: the sum it read, and all that it counted since.
import type * as SqlClient from "effect/sql/SqlClient"

/** USD by group, of one month at a time. Months as `2026-11`. */
export interface Ledger {
  /** Counts what a request cost, at once; the tables get it later. */
  readonly add: (group: string, month: string, usd: number) => void
  /**
   * Takes note of a sum of the tables, which other nodes may have raised, and gives what the group has spent. The sum
   * may or may not contain what was counted here, so the higher of both counts.
   */
  readonly observe: (group: string, month: string, usd: number) => number
  /**
   * Reserves USD for a call until what it returns is run, once. Undefined: the group has reserved something already, and
   * with it and what it has spent passes `most`. A single call always fits: what it costs is not known before.
   */
  readonly reserve: (group: string, month: string, usd: number, most: number) => (() => void) | undefined
}

/** Rounding error of sums of doubles. */
const tolerance = 1e-9

const makeLedger = (): Ledger => {
  const spent = new Map<string, number>()
  const reserved = new Map<string, { usd: number; calls: number }>()
  let known = ""
  const startOf = (month: string) => {
    if (month === known) return
    spent.clear()
    known = month
  }
  return {
    add: (group, month, usd) => {
      startOf(month)
      spent.set(group, (spent.get(group) ?? 0) + usd)
    },
    observe: (group, month, usd) => {
      startOf(month)
      const most = Math.max(spent.get(group) ?? 0, usd)
      if (most > 0) spent.set(group, most)
      return most
    },
    reserve: (group, month, usd, most) => {
      startOf(month)
      const held = reserved.get(group) ?? { usd: 0, calls: 0 }
      const after = (spent.get(group) ?? 0) + held.usd + usd
      if (held.calls > 0 && after > most + tolerance) return undefined
      held.usd += usd
      held.calls++
      reserved.set(group, held)
      return () => {
        held.usd -= usd
        if (--held.calls === 0) reserved.delete(group)
      }
    }
  }
}

const known = new WeakMap<SqlClient.SqlClient, Ledger>()

/** The ledger that everything on one database client shares. */
export const ledgerOf = (sql: SqlClient.SqlClient): Ledger => {
  const found = known.get(sql) ?? makeLedger()
  known.set(sql, found)
  return found
}
