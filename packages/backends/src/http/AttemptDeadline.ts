// The time of a call that a route of several backends gives one of them.
// Assumed: ours.
import * as Context from "effect/Context"

/** Whether the time is over. Then the call is interrupted, which its backend is answerable for, not the caller. */
export const AttemptDeadline = Context.Reference<{ isOver: boolean }>(
  "@leadline/backends/http/AttemptDeadline",
  {
    defaultValue: () => ({ isOver: false })
  }
)
