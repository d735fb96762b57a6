// A cheap check of whether anything was written to the database, where the database offers one.
import * as Context from "effect/Context"

/**
 * Returns a number that changes whenever this or another process writes to the database. Default: it never changes,
 * and cached values live until their time is up.
 */
export const DataVersion = Context.Reference<() => number>("@leadline/store-sql/DataVersion", {
  defaultValue: () => () => 0
})
