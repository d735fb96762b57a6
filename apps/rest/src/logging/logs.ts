// Logs: an access log line per request on standard output, and the application log on standard error.
import { AccessLog, type Entry } from "@leadline/core/access-log"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { escapeText } from "../commands/output.ts"
import type { LogFormat, OperatorSettings } from "../settings/operator.ts"
import { type LineWriter, makeLineWriter } from "./lineWriter.ts"

/** Log annotations under the field names of the access log. */
const fieldNames: { readonly [annotation: string]: string } = {
  requestId: "request_id",
  asyncChat: "async_chat_id"
}

/** The stack frames without the message above them. */
const frames = (stack: string | undefined): ReadonlyArray<string> =>
  (stack ?? "").split("\n").flatMap((line) => (/^\s+at /.test(line) ? [line.trim()] : []))

/** The message of an error, except of parsers: they quote the text they could not parse. */
const messageOf = (error: Error): string =>
  error instanceof SyntaxError ? "A text could not be parsed." : error.message

interface LoggedCause {
  readonly type: string
  readonly message?: string
  readonly stack?: ReadonlyArray<string>
}

/** The class of a failure, with its message and stack frames where they may be shown. */
export const reasonOf = (reason: Cause.Reason<unknown>): LoggedCause => {
  const error = Cause.isFailReason(reason)
    ? reason.error
    : Cause.isDieReason(reason)
      ? reason.defect
      : undefined
  if (error === undefined) return { type: "Interrupted" }
  if (!(error instanceof Error)) return { type: typeof error }
  const stack = Cause.isDieReason(reason) ? frames(error.stack) : []
  const type = "_tag" in error && typeof error._tag === "string" ? error._tag : error.name
  return { type, message: messageOf(error), ...(stack.length > 0 ? { stack } : {}) }
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

/** Splits a log message into scalars, scalar fields of objects, and causes. Everything else is left out. */
const splitMessage = (message: unknown) => {
  const texts: Array<string> = []
  const fields: Array<[string, unknown]> = []
  const causes: Array<Cause.Cause<unknown>> = []
  for (const part of Array.isArray(message) ? message : [message]) {
    if (isScalar(part)) texts.push(String(part))
    else if (Cause.isCause(part)) causes.push(part)
    else if (part instanceof Error) causes.push(Cause.fail(part))
    else if (typeof part === "object" && part !== null) {
      fields.push(...Object.entries(part).filter(([, value]) => isScalar(value)))
    }
  }
  return { texts, fields, causes }
}

/** A line of the application log. */
export const toLogLine = ({ cause, date, fiber, logLevel, message }: Logger.Options<unknown>) => {
  const { causes, fields, texts } = splitMessage(message)
  const annotations = Object.entries(fiber.getRef(References.CurrentLogAnnotations))
  return {
    ts: date.toISOString(),
    level: logLevel.toLowerCase(),
    message: texts.join(" "),
    ...Object.fromEntries(
      annotations.flatMap(([name, value]) => (isScalar(value) ? [[fieldNames[name] ?? name, value]] : []))
    ),
    ...Object.fromEntries(fields),
    ...(causes.length > 0 || cause.reasons.length > 0
      ? { causes: [...causes, cause].flatMap(({ reasons }) => reasons.map(reasonOf)) }
      : {})
  }
}

/** Some lines for people. */
export interface Paragraph {
  readonly lines: ReadonlyArray<string>
  /** In a log of JSON. Default `info`. */
  readonly level?: "warn"
  /** Text between its lines, where they are one message. Default ` | `. */
  readonly separator?: string
}

type LogLine = ReturnType<typeof toLogLine>

const clock = (ts: string): string => ts.slice(11, 19)

/** Text that may be of other people, such as the name of a file: it neither moves the cursor nor begins a line of the log. */
const safe = (text: string): string => text.split("\n").map(escapeText).join("\n    ")

/** A line of the application log for people. */
export const prettyLogLine = (line: LogLine): string => {
  const { causes = [], level, message, ts, ...rest } = line
  const fields = Object.entries(rest).map(([name, value]) => ` ${name}=${safe(String(value))}`)
  const lines = causes.flatMap(({ message: text = "", stack = [], type }) => [
    `  ${type}${text === "" ? "" : `: ${safe(text)}`}`,
    ...stack.map((frame) => `    ${frame}`)
  ])
  return [`${clock(ts)} ${level} ${safe(message)}${fields.join("")}`, ...lines].join("\n")
}

const prettyEntry = (entry: Entry): string => {
  const { aborted, address, error, events, method, ms, request_id, route, status, ts } = entry
  return [
    `${clock(ts)} ${method} ${route} ${status} ${ms} ms`,
    ...(events > 0 ? [`${events} events`] : []),
    ...(aborted ? ["aborted"] : error === null ? [] : [error]),
    ...(typeof address === "string" ? [address] : []),
    request_id
  ].join("  ")
}

const formats: {
  readonly [F in LogFormat]: {
    readonly entry: ((entry: Entry) => string) | undefined
    readonly line: (line: LogLine) => string
  }
} = {
  json: { entry: JSON.stringify, line: JSON.stringify },
  pretty: { entry: prettyEntry, line: prettyLogLine },
  off: { entry: undefined, line: JSON.stringify }
}

const accessLog = (format: LogFormat, write: LineWriter): Layer.Layer<never> => {
  const { entry } = formats[format]
  return entry === undefined ? Layer.empty : Layer.succeed(AccessLog, (request) => write(entry(request)))
}

/** The format of the access log: on a terminal for people, unless the settings say otherwise. */
export const logFormat = ({ log }: Pick<OperatorSettings, "log">): LogFormat =>
  log ?? (process.stdout.isTTY ? "pretty" : "json")

const jsonLine = (level: "info" | "warn", message: string) =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    JSON.stringify({ ts: new Date(now).toISOString(), level, message })
  )

/** Prints a warning of the start, before the application log is there, in the format of that log. */
export const printWarning = (settings: OperatorSettings, message: string) =>
  logFormat(settings) === "pretty"
    ? Console.error(`leadline: ${message}`)
    : Effect.flatMap(jsonLine("warn", message), Console.error)

/** Prints paragraphs on standard output: as lines of JSON, if its log is JSON. */
export const printParagraphs = (settings: OperatorSettings, paragraphs: ReadonlyArray<Paragraph>) =>
  logFormat(settings) === "json"
    ? Effect.forEach(
        paragraphs,
        ({ level, lines, separator = " | " }) =>
          Effect.flatMap(jsonLine(level ?? "info", lines.join(separator)), Console.log),
        { discard: true }
      )
    : Console.log(paragraphs.map(({ lines }) => `\n${lines.join("\n")}\n`).join(""))

/** The application log of a command, for people: standard output has the result alone. */
export const layerLogsOfCommand = Logger.layer([
  Logger.withConsoleError(Logger.make((options) => prettyLogLine(toLogLine(options))))
])

/** Access log and application log on the standard streams of this process. */
export const layerLogs = (settings: OperatorSettings): Layer.Layer<never> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const format = logFormat(settings)
      const out = yield* makeLineWriter(process.stdout)
      const error = yield* makeLineWriter(process.stderr)
      const logger = Logger.make((options: Logger.Options<unknown>) =>
        error(formats[format].line(toLogLine(options)))
      )
      return Layer.merge(accessLog(format, out), Logger.layer([logger]))
    })
  )
