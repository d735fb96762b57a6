// Logs, telemetry and signals of the process.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerLogs } from "../logging/logs.ts"
import type { OperatorSettings } from "../settings/operator.ts"
import type { StartupError } from "../StartupError.ts"
import { type Environment, isExporting, layerTelemetry } from "../telemetry/otlp.ts"
import { lastExport } from "../telemetry/otlpTraces.ts"
import { endWithNpx, watchSignals } from "./signals.ts"

/** Milliseconds the server still accepts connections after a signal: load balancers probe about once a second. */
const linger = 1_000

/** Shutdown times of the server. The last export to the collector gets the rest of the grace period. */
export const shutdownTimes = ({ grace }: OperatorSettings, env: Environment) => ({
  grace: isExporting(env) ? grace - Math.min(2 * lastExport, grace / 5) : grace,
  linger
})

/** Logs, telemetry and signals. Provide it to the whole program, so that it closes last. */
export const layerProcess = (
  settings: OperatorSettings,
  env: Environment
): Layer.Layer<never, StartupError> =>
  Layer.mergeAll(
    layerTelemetry(env).pipe(Layer.provideMerge(layerLogs(settings))),
    Layer.effectDiscard(Effect.andThen(watchSignals(settings.grace), endWithNpx))
  )
