// How a command ends: its last line when it failed, and its exit code. 0 done, 1 failed, 2 not understood, 130 cut off.
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"

const failed = 1
const misused = 2
const cutOff = 130

/** The tag of a failure; undefined for defects. */
const tagOf = (cause: Cause.Cause<unknown>): unknown => {
  const failure = cause.reasons.find(Cause.isFailReason)?.error
  return Predicate.hasProperty(failure, "_tag") ? failure._tag : undefined
}

/** One line for what has a name; a defect shows all it has. What was said already is not said again. */
export const complain = (cause: Cause.Cause<{ readonly message: string }>) => {
  if (Cause.hasInterruptsOnly(cause) || tagOf(cause) === "ShowHelp") return Effect.void
  const failure = cause.reasons.find(Cause.isFailReason)?.error
  return Console.error(`leadline: ${failure === undefined ? Cause.pretty(cause) : failure.message}`)
}

/** Serving ends by a signal in good order; another command that is cut off has not done its work. */
const isServing = ([command = "serve"]: ReadonlyArray<string>) => command === "serve"

/** The exit code of a run with these arguments. */
export const exitCode = (args: ReadonlyArray<string>, exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.hasInterruptsOnly(exit.cause)) return isServing(args) ? 0 : cutOff
  const tag = tagOf(exit.cause)
  return tag === "ShowHelp" || tag === "UsageError" ? misused : failed
}
