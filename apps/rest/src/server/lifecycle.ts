// All an operator has of a server: logs, telemetry and signals, around everything else it does.
import * as Layer from "effect/Layer"
import type { StartupError } from "../StartupError.ts"
import { layerLogs } from "../logging/logs.ts"
import type { Operations } from "../settings/operator.ts"
import { watchSignals } from "./signals.ts"
import { type Environment, isExporting, lastExport, layerTelemetry } from "../telemetry/otlp.ts"

/** Milliseconds it still accepts when it is told to end: balancers ask about once a second. */
const linger = 1_000

/** What the server is told of its end: the collector gets what is left of the grace. */
export const endOf = ({ grace }: Operations, env: Environment) => ({
  grace: isExporting(env) ? grace - Math.min(2 * lastExport, grace / 5) : grace,
  linger
})

/** Logs, telemetry and signals. Provide it to the whole program, so that it outlives all else. */
export const layerOperations = (operations: Operations, env: Environment): Layer.Layer<never, StartupError> =>
  Layer.mergeAll(
    layerTelemetry(env).pipe(Layer.provideMerge(layerLogs(operations))),
    Layer.effectDiscard(watchSignals(operations.grace))
  )
