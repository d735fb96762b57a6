// The standard streams of the process that serves. Where the log is JSON, all that anyone writes there is lines of JSON: text of
// libraries and of the console, warnings of Node, and the exception that ends the process.
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import { writeFileSync } from "node:fs"
import type { Writable } from "node:stream"
import type { LogFormat } from "../settings/operator.ts"
import { writeElse } from "./lineWriter.ts"
import { reasonOf } from "./logs.ts"

/** Puts the standard streams into a format. Default: leaves them as they are, as tests and commands need them. */
export const ProcessOutput = Context.Reference<(format: LogFormat) => void>("@leadline/rest/ProcessOutput", {
  defaultValue: () => () => {}
})

type Level = "info" | "warn" | "error"

/** A line of the application log that is written by no fiber. */
const lineOf = (level: Level, message: string, more: object = {}): string =>
  `${JSON.stringify({ ts: new Date().toISOString(), level, message, ...more })}\n`

const isJson = (line: string): boolean => {
  if (!line.startsWith("{")) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** Text as lines of JSON: those that are stay, others become messages. */
export const toJsonLines = (text: string, level: Level): string =>
  text
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line) => (isJson(line) ? `${line}\n` : lineOf(level, line)))
    .join("")

const warningText = (warning: Error): string => {
  const code = "code" in warning ? `[${String(warning.code)}] ` : ""
  return `${code}${warning.name}: ${warning.message}`
}

/** Ends the process as Node would, with a line in place of its text. Written at once: nothing runs after it. */
const endBy = (error: unknown): void => {
  try {
    const causes = [reasonOf(Cause.makeDieReason(error))]
    writeFileSync(
      process.stderr.fd,
      lineOf("error", "The process ends: an exception was not caught", { causes })
    )
  } catch {
    // Standard error is closed.
  }
  process.exit(1)
}

const wrap = (stream: Writable, level: Level): void => writeElse(stream, (text) => toJsonLines(text, level))

/** Makes {@link ProcessOutput} for a process. Warnings of Node wait until the format is known. */
export const makeProcessOutput = (): ((format: LogFormat) => void) => {
  const held: Array<Error> = []
  let print = (warning: Error): void => void held.push(warning)
  // Node has no listener where warnings are switched off.
  if (process.listenerCount("warning") > 0) {
    process.removeAllListeners("warning").on("warning", (warning) => print(warning))
  }
  const printBy = (format: (text: string) => string) => {
    print = (warning) => void process.stderr.write(format(warningText(warning)))
    for (const warning of held.splice(0)) print(warning)
  }
  const printPlain = () => printBy((text) => `(node:${process.pid}) ${text}\n`)
  process.once("exit", printPlain)
  return (format) => {
    process.off("exit", printPlain)
    if (format === "pretty") return printPlain()
    wrap(process.stderr, "error")
    if (format === "json") wrap(process.stdout, "info")
    printBy((text) => lineOf("warn", text))
    process.on("uncaughtException", endBy)
  }
}
