// Exit code and error line of a command. Codes: 0 success, 1 failure, 2 usage error, 3 tables not current, 130 interrupted.
import { StoreError } from "@leadline/store-sql"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import { escapeText } from "./output.ts"
import { withDefaultCommand } from "./defaultCommand.ts"

const failure = 1
const usageError = 2
const tablesNotCurrent = 3
const interrupted = 130

/** The error of a cause; undefined for defects. */
const errorOf = <E>(cause: Cause.Cause<E>): E | undefined => cause.reasons.find(Cause.isFailReason)?.error

/** The tag of the error; undefined for defects. */
const tagOf = (cause: Cause.Cause<unknown>): unknown => {
  const error = errorOf(cause)
  return Predicate.hasProperty(error, "_tag") ? error._tag : undefined
}

const hasInvalidOption = (cause: Cause.Cause<unknown>): boolean => {
  const error = errorOf(cause)
  return error instanceof StoreError && error.option !== undefined
}

/** Prints an error as one line and a defect with its stack. Prints nothing after an interruption or a help text. */
export const printError = (cause: Cause.Cause<{ readonly message: string }>) => {
  if (Cause.hasInterruptsOnly(cause) || tagOf(cause) === "ShowHelp") return Effect.void
  const error = errorOf(cause)
  // A message may quote a file, or the answer of a server.
  const message = error?.message.split("\n").map(escapeText).join("\n")
  return Console.error(`leadline: ${message ?? Cause.pretty(cause)}`)
}

/** True for the command that serves. A signal ends the server gracefully, but leaves any other command unfinished. */
export const isServing = (args: ReadonlyArray<string>) => withDefaultCommand(args)[0] === "serve"

/** True for the command whose end is that of its standard input, or a signal of the host that started it. */
const endsWithInput = (args: ReadonlyArray<string>) => withDefaultCommand(args)[0] === "mcp"

/** The exit code of a command, given its arguments and result. */
export const exitCode = (args: ReadonlyArray<string>, exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.hasInterruptsOnly(exit.cause)) return isServing(args) || endsWithInput(args) ? 0 : interrupted
  const tag = tagOf(exit.cause)
  if (tag === "TablesNotCurrent") return tablesNotCurrent
  const isUsage = tag === "ShowHelp" || tag === "UsageError" || hasInvalidOption(exit.cause)
  return isUsage ? usageError : failure
}
