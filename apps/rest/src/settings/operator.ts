// The settings of an operator: shutdown, load shedding, logs, probes and metrics. `OTEL_*` is read in telemetry/.
import { grace } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import { StartupError } from "../StartupError.ts"
import * as S from "./setting.ts"

/** The settings of an operator. */
export const operatorSettings = {
  grace: S.seconds("LEADLINE_SHUTDOWN_SECONDS", {
    min: 1,
    max: 3_600,
    fallback: grace / 1_000,
    text: "seconds for a graceful shutdown",
    more: ": see [Operating the server](operations.md)"
  }),
  maxLoopDelay: S.integer(
    "LEADLINE_MAX_LOOP_DELAY",
    {
      min: 0,
      max: 60_000,
      fallback: 200,
      text: "event loop delay in milliseconds above which the key groups with most requests get 503; `0` is never"
    },
    "MILLISECONDS"
  ),
  log: S.choice("LEADLINE_LOG_FORMAT", ["json", "pretty", "off"], {
    fallback: undefined,
    fallbackText: "`pretty` on a terminal, else `json`",
    text: "access log on standard output; `off` for none"
  }),
  logAddresses: S.choice("LEADLINE_LOG_ADDRESSES", ["off", "truncated", "full"], {
    fallback: "off",
    text: "addresses of callers in the access log: `off`, `truncated` to their network, or `full`"
  }),
  showsMetrics: S.onOrOff("LEADLINE_METRICS", {
    fallback: undefined,
    fallbackText: "`on` when `HOST` is this machine alone",
    text: "serves `/-/metrics` on the API port: `on` or `off`"
  }),
  adminPort: S.integer("LEADLINE_ADMIN_PORT", {
    min: 0,
    max: 65_535,
    fallback: undefined,
    text: "a separate port for probes, metrics and the admin API; `0` takes a free one"
  }),
  adminHost: S.listenHost("LEADLINE_ADMIN_HOST", { text: "address of that port" }),
  adminToken: S.secret("LEADLINE_ADMIN_TOKEN", {
    text: "operator token of the [admin API](guides/several-tenants.md#the-admin-api) on that port",
    more: ", at least 32 characters; without one there is no admin API",
    expected: "at least 32 visible ASCII characters",
    pattern: /^[\x21-\x7e]{32,4096}$/
  })
}

/** Reads the format of the log. */
export const readLog = operatorSettings.log.read

/** Access log as lines of JSON, as lines for people, or none. */
export type LogFormat = NonNullable<Effect.Success<typeof readLog>>

/** Reads these settings; fails with the first invalid one. */
export const readOperatorSettings = Effect.gen(function* () {
  const { adminHost, adminPort, ...settings } = yield* S.readAll(operatorSettings)
  if (settings.adminToken !== undefined && adminPort === undefined) {
    return yield* new StartupError({
      message: "LEADLINE_ADMIN_TOKEN: the admin API needs a port of its own, set LEADLINE_ADMIN_PORT",
      variable: "LEADLINE_ADMIN_TOKEN"
    })
  }
  return { ...settings, admin: adminPort === undefined ? undefined : { port: adminPort, host: adminHost } }
})

/** The settings of an operator. Default of `admin`: none, the port of the API serves probes and metrics. */
export type OperatorSettings = Effect.Success<typeof readOperatorSettings>
