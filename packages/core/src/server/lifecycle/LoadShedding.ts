// Whether the process is too busy to begin with another body.
import * as Context from "effect/Context"

/** What measures the process. */
export interface LoadMeasure {
  /** True: requests with a body get 503, unread, when their group has many in progress. */
  readonly isOverloaded: () => boolean
}

// Assumed: ours.
/** The measure of the process; by default nothing is measured. A transport that can, provides one. */
export const LoadShedding = Context.Reference<LoadMeasure>("@leadline/core/server/LoadShedding", {
  defaultValue: () => ({ isOverloaded: () => false })
})
