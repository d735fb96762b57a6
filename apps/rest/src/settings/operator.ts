// The settings of an operator: shutdown, load shedding, logs, probes and metrics. `OTEL_*` is read in telemetry/.
import type { AddressDetail } from "@leadline/core/server-settings"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { StartupError } from "../StartupError.ts"
import { integer, listenHost, read, readSecret, type Setting } from "./setting.ts"

/** Access log as lines of JSON, as lines for people, or none. */
export type LogFormat = "json" | "pretty" | "off"

/** The settings of an operator. */
export interface OperatorSettings {
  /** Milliseconds for a graceful shutdown. Default 25,000. */
  readonly grace: number
  /** Event loop delay in milliseconds above which the key groups with most requests get 503; 0: never. Default 200. */
  readonly maxLoopDelay: number
  /** Format of the access log. Default: `pretty` on a terminal, else `json`. */
  readonly log: LogFormat | undefined
  /** How much of the address of a caller the access log contains. Default `off`. */
  readonly logAddresses: AddressDetail
  /** Whether the port of the API serves metrics. Default: only if the server listens on loopback. */
  readonly showsMetrics: boolean | undefined
  /** A separate port for probes and metrics. Default: none, the port of the API serves them. */
  readonly admin: { readonly port: number; readonly host: string } | undefined
  /** The token of the admin API on that port. Default: none, there is no admin API. */
  readonly adminToken: Redacted.Redacted | undefined
}

const formats: ReadonlyArray<LogFormat> = ["json", "pretty", "off"]

const log: Setting<LogFormat | undefined> = {
  name: "LEADLINE_LOG_FORMAT",
  fallback: undefined,
  expected: "json, pretty or off",
  parse: (text) => formats.find((format) => format === text)
}

const addressDetails: ReadonlyArray<AddressDetail> = ["off", "truncated", "full"]

const logAddresses: Setting<AddressDetail> = {
  name: "LEADLINE_LOG_ADDRESSES",
  fallback: "off",
  expected: "off, truncated or full",
  parse: (text) => addressDetails.find((detail) => detail === text)
}

const showsMetrics: Setting<boolean | undefined> = {
  name: "LEADLINE_METRICS",
  fallback: undefined,
  expected: "on or off",
  parse: (text) => (text === "on" ? true : text === "off" ? false : undefined)
}

const adminPort: Setting<number | undefined> = {
  ...integer("LEADLINE_ADMIN_PORT", 0, 65_535, 0),
  fallback: undefined
}

/** Reads the format of the log. */
export const readLog = read(log)

/** Reads all settings; fails with the first invalid one. */
export const readOperatorSettings = Effect.gen(function* () {
  const port = yield* read(adminPort)
  const host = yield* read(listenHost("LEADLINE_ADMIN_HOST"))
  const adminToken = yield* readSecret(
    "LEADLINE_ADMIN_TOKEN",
    "at least 32 visible ASCII characters",
    /^[\x21-\x7e]{32,4096}$/
  )
  if (adminToken !== undefined && port === undefined) {
    return yield* new StartupError({
      message: "LEADLINE_ADMIN_TOKEN: the admin API needs a port of its own, set LEADLINE_ADMIN_PORT",
      variable: "LEADLINE_ADMIN_TOKEN"
    })
  }
  const settings: OperatorSettings = {
    grace: 1_000 * (yield* read(integer("LEADLINE_SHUTDOWN_SECONDS", 1, 3_600, 25))),
    maxLoopDelay: yield* read(integer("LEADLINE_MAX_LOOP_DELAY", 0, 60_000, 200)),
    log: yield* readLog,
    logAddresses: yield* read(logAddresses),
    showsMetrics: yield* read(showsMetrics),
    admin: port === undefined ? undefined : { port, host },
    adminToken
  }
  return settings
})
