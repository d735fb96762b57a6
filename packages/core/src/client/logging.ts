// One line for each attempt, without bodies, keys or queries.
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as EffectLogger from "effect/Logger"
import type { ApiError } from "../errors/ApiError.ts"
import type { Call } from "./Call.ts"
import { type Headers, requestIdOf } from "./response/ResponseInfo.ts"
import type { TransportRequest } from "./Transport.ts"

/**
 * How much is told: `error` what stands as a failure, `warn` also what is tried again, `info` also successes, `debug`
 * also headers.
 */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug"

/** Takes lines; `console` is one. */
export interface Logger {
  readonly error: (line: string) => void
  readonly warn: (line: string) => void
  readonly info: (line: string) => void
  readonly debug: (line: string) => void
}

const levels: ReadonlyArray<LogLevel> = ["off", "error", "warn", "info", "debug"]

/** Is this one of the {@link LogLevel}s? */
export const isLogLevel = (text: unknown): text is LogLevel => levels.some((level) => level === text)

/** Headers whose values may be seen. */
const loggedHeaders =
  /^(accept|accept-encoding|content-(encoding|length|type)|date|retry-after(-ms)?|server|traceparent|x-ratelimit-\w+|x-request-id)$/

const headersText = (headers: Headers): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${loggedHeaders.test(name) ? value : "<redacted>"}`)
    .join(", ")

const lengthText = (body: TransportRequest["body"]): string =>
  body === undefined ? "no body" : `${body.length} ${typeof body === "string" ? "characters" : "bytes"}`

/** An attempt that is over. */
export interface FinishedAttempt {
  readonly name: string
  readonly call: Call
  readonly request: TransportRequest
  readonly startedAt: number
  readonly error?: ApiError
  /** Milliseconds to the next attempt; none follows when missing. */
  readonly wait?: number | undefined
}

const lineOf = ({ call, error, name, request, startedAt, wait }: FinishedAttempt): string => {
  const { head } = call
  const id = head && requestIdOf(head.headers)
  const outcome = head === undefined ? (error?._tag ?? "") : `${head.status}${error ? ` ${error._tag}` : ""}`
  return [
    `${name} ${request.method} ${request.url.split("?", 1)[0]} attempt ${call.attempts}: ${outcome}`,
    `${Math.round(call.now() - startedAt)} ms`,
    ...(call.bodyBytes > 0 ? [`${call.bodyBytes} bytes`] : []),
    ...(id === undefined ? [] : [`request id ${id}`]),
    ...(wait === undefined ? [] : [`again in ${Math.round(wait)} ms`])
  ].join(", ")
}

/**
 * The loggers a program gave effect, found by their key: effect's own name for them brings its printers into every
 * bundle. Undefined when it gave none.
 */
const Loggers = Context.Reference<ReadonlySet<EffectLogger.Logger<unknown, unknown>> | undefined>(
  "effect/Logger/CurrentLoggers",
  { defaultValue: () => undefined }
)

/** Hands a line to the loggers of effect, or to its console. */
const logToEffect = (at: keyof Logger, line: string, { clock }: Call): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const loggers = fiber.getRef(Loggers)
    if (loggers === undefined) fiber.getRef(Console.Console)[at](line)
    else {
      const date = new Date(clock.currentTimeMillisUnsafe())
      const told = { cause: Cause.empty, date, fiber, logLevel: tags[at], message: [line] }
      for (const logger of loggers) logger.log(told)
    }
    return Effect.void
  })

/** Tells of attempts; undefined when nothing is to be told. */
export type AttemptLogger = (attempted: FinishedAttempt) => Effect.Effect<void>

const tags = { error: "Error", warn: "Warn", info: "Info", debug: "Debug" } as const

/** Lines go to the logger, or where effect's own go when there is none. Off unless one of the two is given. */
export const makeAttemptLogger = (
  logger: Logger | undefined,
  level: LogLevel | undefined
): AttemptLogger | undefined => {
  const up = levels.indexOf(level ?? (logger === undefined ? "off" : "info"))
  if (up < 1) return undefined
  const write = (at: keyof Logger, line: string, call: Call): Effect.Effect<void> =>
    levels.indexOf(at) > up
      ? Effect.void
      : logger === undefined
        ? logToEffect(at, line, call)
        : Effect.sync(() => logger[at](line))
  return (attempted) => {
    const { call, error, request, wait } = attempted
    const line = write(
      error === undefined ? "info" : wait === undefined ? "error" : "warn",
      lineOf(attempted),
      call
    )
    return up < 4
      ? line
      : Effect.andThen(
          line,
          write(
            "debug",
            `${attempted.name} sent ${headersText(request.headers)} (${lengthText(request.body)}); got ${headersText(call.head?.headers ?? {})}`,
            call
          )
        )
  }
}
