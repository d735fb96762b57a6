#!/usr/bin/env node
// The program of the command line: what its exit code and its last line say.
// Source: none; the start of this server.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import { leadline } from "./commands/leadline.ts"

const failed = 1
const misused = 2
/** Serving ends by a signal in good order; another command that is cut off has not done its work. */
const interrupted = [undefined, "serve"].includes(process.argv[2]) ? 0 : 130

/** The tag of a failure; undefined for defects. */
const tagOf = (cause: Cause.Cause<unknown>): unknown => {
  const failure = cause.reasons.find(Cause.isFailReason)?.error
  return Predicate.hasProperty(failure, "_tag") ? failure._tag : undefined
}

/** One line for what has a name; a defect shows all it has. What was said already is not said again. */
const complain = (cause: Cause.Cause<{ readonly message: string }>) => {
  if (tagOf(cause) === "ShowHelp") return Effect.void
  const failure = cause.reasons.find(Cause.isFailReason)?.error
  return Console.error(`leadline: ${failure === undefined ? Cause.pretty(cause) : failure.message}`)
}

const exitCode = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.hasInterruptsOnly(exit.cause)) return interrupted
  const tag = tagOf(exit.cause)
  return tag === "ShowHelp" || tag === "UsageError" ? misused : failed
}

leadline.pipe(
  Effect.tapCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : complain(cause))),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown: (exit, done) => done(exitCode(exit)) })
)
