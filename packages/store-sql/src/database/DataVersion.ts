// Whether anything was written to a database since it was asked last, where a database can tell for next to nothing.
import * as Context from "effect/Context"

/**
 * A number that grows whenever anything is written, by this process or by another. Default: it never does, and what
 * is remembered of a database holds for as long as its keeper says.
 */
export const DataVersion = Context.Reference<() => number>("@leadline/store-sql/DataVersion", {
  defaultValue: () => () => 0
})
