// A tracer that exports its spans with OTLP as Protobuf. Each is encoded when it ends: kept until their export, spans burden
// the garbage collector more than the requests they tell of.
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Headers from "effect/http/Headers"
import * as HttpBody from "effect/http/HttpBody"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import type { Resource } from "effect/observability/OtlpResource"
import * as Tracer from "effect/Tracer"
import * as Version from "effect/Version"
import { encodeSpan, makeEncodeTraces } from "../../protocol/otlpTraces.ts"

/** Where spans are exported, and when. */
export interface OtlpTracerOptions {
  /** The path of traces included. */
  readonly url: string
  /** The service that the spans belong to. */
  readonly resource: Resource
  readonly headers?: Headers.Input | undefined
  /** Default `none`. */
  readonly compression?: "gzip" | "none" | undefined
  /** Milliseconds between two exports. Default 5,000. */
  readonly exportInterval?: number | undefined
  /** Spans after which the next export begins. Default 4,000, some 1 MB. */
  readonly maxBatchSize?: number | undefined
  /** Milliseconds for the last export. Default 3,000. */
  readonly shutdownTimeout?: number | undefined
}

class ExportedSpan extends Tracer.NativeSpan {
  readonly #push: (encoded: Uint8Array) => void

  constructor(
    options: ConstructorParameters<typeof Tracer.NativeSpan>[0],
    push: (encoded: Uint8Array) => void
  ) {
    super(options)
    this.#push = push
  }

  override end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    if (this.status._tag === "Ended") return
    super.end(endTime, exit)
    if (this.sampled) this.#push(encodeSpan(this))
  }
}

const make = Effect.fnUntraced(function* (options: OtlpTracerOptions) {
  const { exportInterval = 5_000, maxBatchSize = 4_000, resource, shutdownTimeout = 3_000 } = options
  const scope = { name: "effect", version: Version.getCurrentVersion() }
  const encodeTraces = makeEncodeTraces({ resource, scope })
  const { push } = yield* OtlpExporter.make({
    label: "OtlpTracer",
    url: options.url,
    headers: options.headers,
    compression: options.compression,
    exportInterval,
    maxBatchSize,
    shutdownTimeout,
    body: (spans: Array<Uint8Array>) => [
      HttpBody.uint8Array(encodeTraces(spans), "application/x-protobuf"),
      Effect.void
    ]
  })
  return Tracer.make({ span: (span) => new ExportedSpan(span, push) })
})

/** Exports sampled spans in the batches of Effect's exporter: a failing collector delays nothing. */
export const layerOtlpTracer = (
  options: OtlpTracerOptions
): Layer.Layer<never, never, HttpClient.HttpClient> =>
  Layer.effect(Tracer.Tracer, make(options)).pipe(Layer.provide(OtlpExporter.layerFlusher))
