// Logs one line per attempt, without bodies, keys or queries.
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as EffectLogger from "effect/Logger"
import type { ApiError } from "../errors/ApiError.ts"
import type { Call } from "./Call.ts"
import type { Headers } from "./response/ResponseInfo.ts"
import type { TransportRequest } from "./Transport.ts"

/**
 * Which lines are logged. `error`: failures of calls; `warn`: also attempts that are retried; `info`: also successes;
 * `debug`: also headers.
 */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug"

/** Receives lines; `console` is one. */
export interface Logger {
  readonly error: (line: string) => void
  readonly warn: (line: string) => void
  readonly info: (line: string) => void
  readonly debug: (line: string) => void
}

/** From none to all lines. */
export const levels: ReadonlyArray<LogLevel> = ["off", "error", "warn", "info", "debug"]

/** Headers whose values are logged. */
const loggedHeaders =
  /^(accept(-encoding)?|content-(encoding|length|type)|date|retry-after(-ms)?|server|traceparent|x-ratelimit-\w+)$/

const headersText = (headers: Headers): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${loggedHeaders.test(name) ? value : "<redacted>"}`)
    .join(", ")

/** A finished attempt. */
export interface FinishedAttempt {
  readonly name: string
  readonly call: Call
  readonly request: TransportRequest
  readonly startedAt: number
  readonly error?: ApiError
  /** Milliseconds to the next attempt; undefined: this was the last. */
  readonly retryDelay?: number | undefined
}

const lineOf = ({ call, error, name, request, retryDelay, startedAt }: FinishedAttempt): string => {
  const { head, requestId } = call
  const outcome = [head?.status, error?._tag].filter(Boolean).join(" ")
  return [
    `${name} ${request.method} ${request.url.split("?", 1)[0]} attempt ${call.attempts}: ${outcome}`,
    `${Math.round(call.now() - startedAt)} ms`,
    call.bodyBytes > 0 && `${call.bodyBytes} bytes`,
    requestId && `request id ${requestId}`,
    retryDelay !== undefined && `retry in ${Math.round(retryDelay)} ms`
  ]
    .filter(Boolean)
    .join(", ")
}

/**
 * The loggers of an Effect program, found by their key: importing `effect/Logger` would add its printers to every
 * bundle. Undefined where the program set none.
 */
const CurrentLoggers = Context.Reference<ReadonlySet<EffectLogger.Logger<unknown, unknown>> | undefined>(
  "effect/Logger/CurrentLoggers",
  { defaultValue: () => undefined }
)

/** Passes a line to Effect's loggers, or to its console. */
const logToEffect = (level: keyof Logger, line: string, { clock }: Call): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const loggers = fiber.getRef(CurrentLoggers)
    if (loggers === undefined) fiber.getRef(Console.Console)[level](line)
    else {
      const date = new Date(clock.currentTimeMillisUnsafe())
      const options = { cause: Cause.empty, date, fiber, logLevel: effectLevels[level], message: [line] }
      for (const logger of loggers) logger.log(options)
    }
    return Effect.void
  })

const effectLevels = { error: "Error", warn: "Warn", info: "Info", debug: "Debug" } as const

/** Logs a finished attempt. */
export type AttemptLogger = (attempt: FinishedAttempt) => Effect.Effect<void>

/** Lines go to `logger`, else to Effect's loggers. Undefined where nothing is logged: neither argument, or `off`. */
export const makeAttemptLogger = (
  logger: Logger | undefined,
  level: LogLevel | undefined
): AttemptLogger | undefined => {
  const max = levels.indexOf(level ?? (logger ? "info" : "off"))
  if (max < 1) return undefined
  const write = (at: keyof Logger, line: string, call: Call): Effect.Effect<void> =>
    levels.indexOf(at) > max
      ? Effect.void
      : logger
        ? Effect.sync(() => logger[at](line))
        : logToEffect(at, line, call)
  return (attempt) => {
    const { call, error, retryDelay } = attempt
    const line = write(error ? (retryDelay === undefined ? "error" : "warn") : "info", lineOf(attempt), call)
    return max < 4
      ? line
      : Effect.andThen(
          line,
          write(
            "debug",
            `${attempt.name} sent ${headersText(attempt.request.headers)}; received ${headersText(call.head?.headers ?? {})}`,
            call
          )
        )
  }
}
