// The time of a call that a route of several backends gives one of them.
// Assumed: ours.
import * as Context from "effect/Context"

/** The deadline of an attempt. Once it is over, the interrupted call counts against its backend, not the caller. */
export const AttemptDeadline = Context.Reference<{ isOver: boolean }>(
  "@leadline/backends/http/AttemptDeadline",
  {
    defaultValue: () => ({ isOver: false })
  }
)
