// The outcome label of an engine call in metrics.
import * as Cause from "effect/Cause"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

/** The class of what made a call fail, `cancelled` when it was interrupted, else `defect`. */
export const outcomeOf = (cause: Cause.Cause<unknown>): string => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  return Predicate.hasProperty(error, "_tag")
    ? String(error._tag)
    : Cause.hasInterrupts(cause)
      ? "cancelled"
      : "defect"
}
