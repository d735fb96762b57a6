// The program of the REST server: what its exit code and its last line say.
// Source: none; the start of this server.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { serve } from "./serve.ts"

/** One line for what has a name; a defect shows all it has. */
const complain = (cause: Cause.Cause<{ readonly message: string }>) => {
  const failure = cause.reasons.find(Cause.isFailReason)
  return Console.error(`leadline: ${failure === undefined ? Cause.pretty(cause) : failure.error.message}`)
}

serve.pipe(
  Effect.tapCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : complain(cause))),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, done) => done(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  })
)
