// What the server tells: a line for each request on standard output, and a line for each trouble on standard error.
import { AccessLog, type Entry } from "@leadline/core/access-log"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { type Lines, makeLines } from "./lineWriter.ts"
import type { LogFormat, Operations } from "../settings/operator.ts"

/** Names under which lines of both kinds hold the same. */
const renamed: { readonly [annotation: string]: string } = {
  requestId: "request_id",
  asyncChat: "async_chat_id"
}

/** The frames alone: what stands before them is the message once more. */
const frames = (stack: string | undefined): ReadonlyArray<string> =>
  (stack ?? "").split("\n").flatMap((line) => (/^\s+at /.test(line) ? [line.trim()] : []))

/** A parser quotes what it could not parse, which may be anybody's text. */
const wordsOf = (error: Error): string =>
  error instanceof SyntaxError ? "A text could not be parsed." : error.message

interface Told {
  readonly type: string
  readonly message?: string
  readonly stack?: ReadonlyArray<string>
}

const reasonOf = (reason: Cause.Reason<unknown>): Told => {
  const error = Cause.isFailReason(reason)
    ? reason.error
    : Cause.isDieReason(reason)
      ? reason.defect
      : undefined
  if (error === undefined) return { type: "Interrupted" }
  if (!(error instanceof Error)) return { type: typeof error }
  const stack = Cause.isDieReason(reason) ? frames(error.stack) : []
  const type = "_tag" in error && typeof error._tag === "string" ? error._tag : error.name
  return { type, message: wordsOf(error), ...(stack.length > 0 ? { stack } : {}) }
}

const plain = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

/** Texts and numbers are told, and the texts and numbers of a plain object; of an error its type. Nothing else is. */
const parts = (message: unknown) => {
  const texts: Array<string> = []
  const fields: Array<[string, unknown]> = []
  const causes: Array<Cause.Cause<unknown>> = []
  for (const part of Array.isArray(message) ? message : [message]) {
    if (plain(part)) texts.push(String(part))
    else if (Cause.isCause(part)) causes.push(part)
    else if (part instanceof Error) causes.push(Cause.fail(part))
    else if (typeof part === "object" && part !== null) {
      fields.push(...Object.entries(part).filter(([, value]) => plain(value)))
    }
  }
  return { texts, fields, causes }
}

/** One line of trouble. */
export const troubleOf = ({ cause, date, fiber, logLevel, message }: Logger.Options<unknown>) => {
  const { causes, fields, texts } = parts(message)
  const annotations = Object.entries(fiber.getRef(References.CurrentLogAnnotations))
  return {
    ts: date.toISOString(),
    level: logLevel.toLowerCase(),
    message: texts.join(" "),
    ...Object.fromEntries(
      annotations.flatMap(([name, value]) => (plain(value) ? [[renamed[name] ?? name, value]] : []))
    ),
    ...Object.fromEntries(fields),
    ...(causes.length > 0 || cause.reasons.length > 0
      ? { causes: [...causes, cause].flatMap(({ reasons }) => reasons.map(reasonOf)) }
      : {})
  }
}

const clock = (ts: string): string => ts.slice(11, 19)

const prettyTrouble = (trouble: ReturnType<typeof troubleOf>): string => {
  const { causes = [], level, message, ts, ...rest } = trouble
  const more = Object.entries(rest).map(([name, value]) => ` ${name}=${String(value)}`)
  const lines = causes.flatMap(({ message: words = "", stack = [], type }) => [
    `  ${type}${words === "" ? "" : `: ${words}`}`,
    ...stack.map((frame) => `    ${frame}`)
  ])
  return [`${clock(ts)} ${level} ${message}${more.join("")}`, ...lines].join("\n")
}

const prettyEntry = ({ aborted, error, events, method, ms, request_id, route, status, ts }: Entry): string =>
  [
    `${clock(ts)} ${method} ${route} ${status} ${ms} ms`,
    ...(events > 0 ? [`${events} events`] : []),
    ...(aborted ? ["aborted"] : error === null ? [] : [error]),
    request_id
  ].join("  ")

const formats: {
  readonly [F in LogFormat]: {
    readonly entry: ((entry: Entry) => string) | undefined
    readonly trouble: (trouble: ReturnType<typeof troubleOf>) => string
  }
} = {
  json: { entry: JSON.stringify, trouble: JSON.stringify },
  pretty: { entry: prettyEntry, trouble: prettyTrouble },
  off: { entry: undefined, trouble: JSON.stringify }
}

const accessLog = (format: LogFormat, lines: Lines): Layer.Layer<never> => {
  const { entry } = formats[format]
  return entry === undefined ? Layer.empty : Layer.succeed(AccessLog, (told) => lines(entry(told)))
}

/** Both kinds of lines, on the standard streams of this process. */
export const layerLogs = ({ log }: Operations): Layer.Layer<never> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const format = log ?? (process.stdout.isTTY ? "pretty" : "json")
      const out = yield* makeLines(process.stdout)
      const error = yield* makeLines(process.stderr)
      const logger = Logger.make((told: Logger.Options<unknown>) =>
        error(formats[format].trouble(troubleOf(told)))
      )
      return Layer.merge(accessLog(format, out), Logger.layer([logger]))
    })
  )
