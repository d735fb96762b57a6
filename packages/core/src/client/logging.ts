// Logs one line per attempt, without bodies, keys or queries.
import * as Effect from "effect/Effect"
import * as References from "effect/References"
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

const headersLineOf = ({ call, name, request }: FinishedAttempt): string =>
  `${name} sent ${headersText(request.headers)}; received ${headersText(call.head?.headers ?? {})}`

const effectLevels = { error: "Error", warn: "Warn", info: "Info", debug: "Debug" } as const

/** Passes a line to Effect's loggers. The client's own level decides, not that of the program. */
const logToEffect = (level: keyof Logger, line: string): Effect.Effect<void> =>
  Effect.provideService(Effect.logWithLevel(effectLevels[level])(line), References.MinimumLogLevel, "All")

/** Logs a finished attempt. */
export type AttemptLogger = (attempt: FinishedAttempt) => Effect.Effect<void>

/** Lines go to `logger`, else to Effect's loggers. Undefined where nothing is logged: neither argument, or `off`. */
export const makeAttemptLogger = (
  logger: Logger | undefined,
  level: LogLevel | undefined
): AttemptLogger | undefined => {
  const max = level ?? (logger === undefined ? "off" : "info")
  if (max === "off") return undefined
  const isLogged = (at: LogLevel): boolean => levels.indexOf(at) <= levels.indexOf(max)
  const write = (at: keyof Logger, line: string): Effect.Effect<void> =>
    logger === undefined ? logToEffect(at, line) : Effect.sync(() => logger[at](line))
  return (attempt) => {
    const { error, retryDelay } = attempt
    const at = error === undefined ? "info" : retryDelay === undefined ? "error" : "warn"
    const line = isLogged(at) ? write(at, lineOf(attempt)) : Effect.void
    return isLogged("debug") ? Effect.andThen(line, write("debug", headersLineOf(attempt))) : line
  }
}
