// The export of traces as Protobuf, by the `OTEL_*` variables that Effect reads for its own tracer.
import { layerOtlpTracer } from "@leadline/core/internal"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as OtlpResource from "effect/observability/OtlpResource"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** Milliseconds for the last export, after the server has stopped. */
export const lastExport = 1_000

const withPath = (url: URL): URL => {
  url.pathname += url.pathname.endsWith("/") ? "v1/traces" : "/v1/traces"
  return url
}

/** The variable of traces, else that of all signals. */
const ofTraces = <A>(read: (name: string) => Config.Config<A>, name: string): Config.Config<A> =>
  Config.orElse(read(`OTEL_EXPORTER_OTLP_TRACES_${name}`), () => read(`OTEL_EXPORTER_OTLP_${name}`))

const variables = Config.all({
  exporters: Config.Array(Schema.String, "OTEL_TRACES_EXPORTER"),
  endpoint: Config.option(
    Config.orElse(Config.URL("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), () =>
      Config.map(Config.URL("OTEL_EXPORTER_OTLP_ENDPOINT"), withPath)
    )
  ),
  headers: Config.option(
    ofTraces((name) => Config.Record(Schema.String, Schema.StringFromUriComponent, name), "HEADERS")
  ),
  compression: Config.option(ofTraces((name) => Config.Literals(["gzip", "none"], name), "COMPRESSION")),
  exportInterval: Config.option(Config.Int("OTEL_BSP_SCHEDULE_DELAY")),
  maxBatchSize: Config.option(Config.Int("OTEL_BSP_MAX_EXPORT_BATCH_SIZE"))
})

/** Exports spans as Protobuf; no tracer without an endpoint, or where `otlp` is not among the exporters. */
export const layerTraces = Layer.fresh(
  Layer.unwrap(
    Effect.gen(function* () {
      const { compression, endpoint, exportInterval, exporters, headers, maxBatchSize } = yield* variables
      const isOn = exporters.some((name) => name.trim().toLowerCase() === "otlp")
      if (!isOn || Option.isNone(endpoint)) return Layer.empty
      return layerOtlpTracer({
        url: endpoint.value.toString(),
        resource: yield* OtlpResource.fromConfig(),
        headers: Option.getOrUndefined(headers),
        compression: Option.getOrUndefined(compression),
        exportInterval: Option.getOrUndefined(exportInterval),
        maxBatchSize: Option.getOrUndefined(maxBatchSize),
        shutdownTimeout: lastExport
      })
    })
  )
)
