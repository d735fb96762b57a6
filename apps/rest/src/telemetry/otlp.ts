// Traces and metrics to a collector of OpenTelemetry, by its own variables. Off without an endpoint.
// The variables are OpenTelemetry's, the bounds Assumed: ours.
import { carefulTracer } from "@leadline/core/careful-tracer"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as OtlpMetrics from "effect/observability/OtlpMetrics"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import * as Tracer from "effect/Tracer"
import { StartupError } from "../StartupError.ts"
import { samplerOf } from "./sampler.ts"

/** Variables by name; empty ones count as unset. */
export interface Environment {
  readonly [name: string]: string | undefined
}

/** Milliseconds for what is left when the server has ended. */
export const lastExport = 1_000

/** Exports under way at once; more fail, which pauses them for a minute. */
const atOnce = 4

const given = (env: Environment): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith("OTEL_") && value !== undefined && value !== "" ? [[name, value]] : []
    )
  )

/** Whether anything is exported. */
export const isExporting = (env: Environment): boolean => {
  const otel = given(env)
  return (
    otel["OTEL_SDK_DISABLED"]?.toLowerCase() !== "true" &&
    ["", "_TRACES", "_METRICS"].some((signal) => otel[`OTEL_EXPORTER_OTLP${signal}_ENDPOINT`] !== undefined)
  )
}

/** A failing collector costs at most so many requests, none of them for long. */
const bounded = (client: HttpClient.HttpClient, timeout: number): HttpClient.HttpClient => {
  let running = 0
  return HttpClient.transform(client, (sent, request) =>
    Effect.suspend(() => {
      if (running >= atOnce) return Effect.die("Too many exports at once")
      running++
      return Effect.ensuring(
        Effect.timeoutOrElse(sent, {
          duration: timeout,
          orElse: () => Effect.die(`No answer: ${request.method}`)
        }),
        Effect.sync(() => running--)
      )
    })
  )
}

const serviceName = (otel: { readonly [name: string]: string }) =>
  otel["OTEL_SERVICE_NAME"] !== undefined ||
  /(^|,)\s*service\.name=/.test(otel["OTEL_RESOURCE_ATTRIBUTES"] ?? "")
    ? {}
    : { OTEL_SERVICE_NAME: "leadline" }

const serializations: { readonly [protocol: string]: typeof OtlpSerialization.layerJson } = {
  "http/json": OtlpSerialization.layerJson,
  "http/protobuf": OtlpSerialization.layerProtobuf
}

/** Exports spans and metrics as the variables say; a collector that fails costs no request anything. */
export const layerTelemetry = (env: Environment): Layer.Layer<never, StartupError> => {
  if (!isExporting(env)) return Layer.empty
  const otel = given(env)
  const protocol = otel["OTEL_EXPORTER_OTLP_PROTOCOL"] ?? "http/protobuf"
  const serialization = serializations[protocol]
  if (serialization === undefined) {
    const message = `OTEL_EXPORTER_OTLP_PROTOCOL: expected http/protobuf or http/json, got ${JSON.stringify(protocol)}`
    return Layer.effectDiscard(Effect.fail(new StartupError({ message })))
  }
  const isSampled = samplerOf(otel["OTEL_TRACES_SAMPLER"], otel["OTEL_TRACES_SAMPLER_ARG"])
  if (isSampled === undefined) {
    const message =
      "OTEL_TRACES_SAMPLER: expected a sampler of OpenTelemetry, and a ratio from 0 to 1 with it"
    return Layer.effectDiscard(Effect.fail(new StartupError({ message })))
  }
  const timeout = Number(otel["OTEL_EXPORTER_OTLP_TIMEOUT"] ?? 10_000)
  const provider = ConfigProvider.fromEnv({
    env: {
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_METRICS_EXPORTER: "otlp",
      ...otel,
      ...serviceName(otel),
      // What the library takes for its last export alone.
      OTEL_EXPORTER_OTLP_TIMEOUT: String(lastExport)
    }
  })
  const client = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (fetching) => bounded(fetching, timeout))
  ).pipe(Layer.provide(FetchHttpClient.layer))
  const exporting = Layer.mergeAll(OtlpTracer.layerFromConfig(), OtlpMetrics.layerFromConfig()).pipe(
    Layer.provide([serialization, client]),
    Layer.provide(ConfigProvider.layer(provider)),
    Layer.catchCause(() =>
      Layer.effectDiscard(
        Effect.fail(
          new StartupError({ message: "OTEL_*: a variable of OpenTelemetry has a value that is none" })
        )
      )
    )
  )
  return Layer.effect(
    Tracer.Tracer,
    Effect.map(Tracer.Tracer, (tracer) => carefulTracer(tracer, isSampled))
  ).pipe(Layer.provideMerge(exporting))
}
