// The measure by which a busy process sheds requests with a body.
import * as Context from "effect/Context"

/** Measures the process. */
export interface LoadMeasure {
  /** True: requests with a body get 503, unread, when their group has many in progress. */
  readonly isOverloaded: () => boolean
}

// Assumed: ours.
/** The measure of the process; by default nothing is measured. A transport that can, provides one. */
export const LoadShedding = Context.Reference<LoadMeasure>("@leadline/core/server/LoadShedding", {
  defaultValue: () => ({ isOverloaded: () => false })
})
