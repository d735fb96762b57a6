// A server in memory that records its access log, spans and metrics.
import { AccessLog, type Entry } from "@leadline/core/access-log"
import { redactingTracer } from "@leadline/core/redacting-tracer"
import * as Health from "@leadline/core/health"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Tracer from "effect/Tracer"
import { layerServices, type ServiceOptions } from "../../src/index.ts"
import { recordingTracer } from "../../src/secrets/recordingTracer.ts"
import * as support from "../server/support.ts"

/** Content that must not be recorded. */
export const canary = "canary-5b1c7d"
/** The header of the valid key. */
export const authorization = support.authorization

/** Layers that record the access log and show metrics of their own, and the entries. */
export const recordingTelemetry = () => {
  const entries: Array<Entry> = []
  const layer = Layer.mergeAll(
    Layer.succeed(AccessLog, (entry) => void entries.push(entry)),
    Layer.succeed(Metric.MetricRegistry, new Map()),
    Health.layerSettings({ showsMetrics: true })
  )
  return { entries, layer }
}

/** A server in memory, and what its telemetry has. */
export interface RecordingServer {
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  readonly entries: ReadonlyArray<Entry>
  readonly spans: ReadonlyArray<Tracer.NativeSpan>
  readonly metrics: () => Promise<string>
}

/** Runs a server in memory with telemetry of its own. */
export const withServer = async (
  use: (server: RecordingServer) => Promise<void>,
  more: Layer.Layer<never> = Layer.empty,
  services: ServiceOptions = {}
) => {
  const { entries, layer } = recordingTelemetry()
  const { spans, tracer } = recordingTracer()
  const telemetry = Layer.mergeAll(layer, Layer.succeed(Tracer.Tracer, redactingTracer(tracer)), more)
  const { dispose, handler } = toWebHandler(layerServices(services).pipe(Layer.provideMerge(telemetry)), {
    grace: 20
  })
  const ask = (path: string, init?: RequestInit) => handler(support.request(path, init))
  await use({ ask, entries, spans, metrics: async () => (await ask("/-/metrics")).text() })
  await dispose()
}

/** A POST of JSON or text. */
export const post = (body: unknown, headers: { readonly [name: string]: string } = { authorization }) =>
  support.post(body, { headers })

/** A decisions request. */
export const question = (state: unknown) => ({
  model: "decider-27b",
  state,
  questions: { [canary]: { type: "noul", instructions: canary } }
})
/** A chat request. */
export const chat = (content: string | object, stream = true) => support.chat(content, stream)
