// What the environment may set for whoever operates a server: its end, its log, its probes and its telemetry.
// `OTEL_*` variables are those of OpenTelemetry.
import * as Effect from "effect/Effect"
import { host, read, type Setting, whole } from "./server.ts"

/** Lines of JSON, lines for people, or none. */
export type LogFormat = "json" | "pretty" | "off"

/** The settings of an operator. */
export interface Operations {
  /** Milliseconds for an end in good order. Default 25,000. */
  readonly grace: number
  /** Milliseconds the event loop may be late before bodies are refused; 0: never. Default 200. */
  readonly maxLoopDelay: number
  /** How requests are told on standard output. Default: for people on a terminal, else as JSON. */
  readonly log: LogFormat | undefined
  /** Whether the port of the contract shows metrics. Default: when only this machine can reach it. */
  readonly showsMetrics: boolean | undefined
  /** A port for probes and metrics alone. Default: none, they are on the contract's. */
  readonly admin: { readonly port: number; readonly host: string } | undefined
}

const formats: ReadonlyArray<LogFormat> = ["json", "pretty", "off"]

const log: Setting<LogFormat | undefined> = {
  name: "LEADLINE_LOG_FORMAT",
  fallback: undefined,
  expected: "json, pretty or off",
  parse: (text) => formats.find((format) => format === text)
}

const showsMetrics: Setting<boolean | undefined> = {
  name: "LEADLINE_METRICS",
  fallback: undefined,
  expected: "on or off",
  parse: (text) => (text === "on" ? true : text === "off" ? false : undefined)
}

const adminPort: Setting<number | undefined> = {
  ...whole("LEADLINE_ADMIN_PORT", 0, 65_535, 0),
  fallback: undefined
}

/** Reads them; fails with the first that is wrong. */
export const readOperations = Effect.gen(function* () {
  const port = yield* read(adminPort)
  const address = yield* read(host("LEADLINE_ADMIN_HOST"))
  const operations: Operations = {
    grace: 1_000 * (yield* read(whole("LEADLINE_SHUTDOWN_SECONDS", 1, 3_600, 25))),
    maxLoopDelay: yield* read(whole("LEADLINE_MAX_LOOP_DELAY", 0, 60_000, 200)),
    log: yield* read(log),
    showsMetrics: yield* read(showsMetrics),
    admin: port === undefined ? undefined : { port, host: address }
  }
  return operations
})
