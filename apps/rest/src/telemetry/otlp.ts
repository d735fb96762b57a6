// Exports traces and metrics to an OpenTelemetry collector, configured by `OTEL_*` variables. Off without an endpoint.
// The variables are OpenTelemetry's, the bounds Assumed: ours.
import { redactingTracer } from "@leadline/core/redacting-tracer"
import * as Cause from "effect/Cause"
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
import { lastExport, layerTraces } from "./otlpTraces.ts"
import { samplerOf } from "./sampler.ts"

/** Environment variables; empty ones count as unset. */
export interface Environment {
  readonly [name: string]: string | undefined
}

/** Concurrent exports; a further one fails, which pauses exports for a minute. */
const maxConcurrentExports = 4

const otelVariables = (env: Environment): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith("OTEL_") && value !== undefined && value !== "" ? [[name, value]] : []
    )
  )

export const isExporting = (env: Environment): boolean => {
  const otel = otelVariables(env)
  return (
    otel["OTEL_SDK_DISABLED"]?.toLowerCase() !== "true" &&
    ["", "_TRACES", "_METRICS"].some((signal) => otel[`OTEL_EXPORTER_OTLP${signal}_ENDPOINT`] !== undefined)
  )
}

/** Limits concurrent requests to the collector and their time. */
const withLimits = (client: HttpClient.HttpClient, timeout: number): HttpClient.HttpClient => {
  let running = 0
  return HttpClient.transform(client, (response, request) =>
    Effect.suspend(() => {
      if (running >= maxConcurrentExports) return Effect.die("Too many concurrent exports")
      running++
      return Effect.ensuring(
        Effect.timeoutOrElse(response, {
          duration: timeout,
          orElse: () => Effect.die(`No response: ${request.method}`)
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

/** Exporters by protocol. Effect's tracer doubles the cost of a request where it encodes Protobuf; ours encodes spans as they end. */
const exporters = {
  "http/json": () =>
    Layer.merge(OtlpTracer.layerFromConfig(), OtlpMetrics.layerFromConfig()).pipe(
      Layer.provide(OtlpSerialization.layerJson)
    ),
  "http/protobuf": () =>
    Layer.merge(layerTraces, OtlpMetrics.layerFromConfig()).pipe(
      Layer.provide(OtlpSerialization.layerProtobuf)
    )
}

const isProtocol = (name: string): name is keyof typeof exporters => Object.hasOwn(exporters, name)

const refused = (message: string): Layer.Layer<never, StartupError> =>
  Layer.effectDiscard(Effect.fail(new StartupError({ message })))

/** Names the variable that is invalid and what it expects, by the error of a Config, which quotes no value. */
const refusedVariable = (
  cause: Cause.Cause<{ readonly message: string }>
): Layer.Layer<never, StartupError> => {
  const message = Cause.pretty(cause)
  const [, expected, variable] = /Expected ([^\n]+)\s+at \["(OTEL_\w+)"\]/.exec(message) ?? []
  return refused(
    variable === undefined
      ? "OTEL_*: an OpenTelemetry variable has an invalid value"
      : `${variable}: expected ${expected}`
  )
}

/** Exports spans and metrics. A failing collector never delays a request. Fails with a StartupError for an invalid variable. */
export const layerTelemetry = (env: Environment): Layer.Layer<never, StartupError> => {
  if (!isExporting(env)) return Layer.empty
  const otel = otelVariables(env)
  const protocol = otel["OTEL_EXPORTER_OTLP_PROTOCOL"] ?? "http/protobuf"
  if (!isProtocol(protocol)) {
    return refused(
      `OTEL_EXPORTER_OTLP_PROTOCOL: expected http/protobuf or http/json, got ${JSON.stringify(protocol)}`
    )
  }
  const isSampled = samplerOf(otel["OTEL_TRACES_SAMPLER"], otel["OTEL_TRACES_SAMPLER_ARG"])
  if (isSampled === undefined) {
    return refused(
      "OTEL_TRACES_SAMPLER: expected an OpenTelemetry sampler, and OTEL_TRACES_SAMPLER_ARG from 0 to 1 where it needs a ratio"
    )
  }
  const timeout = Number(otel["OTEL_EXPORTER_OTLP_TIMEOUT"] ?? 10_000)
  if (!(timeout > 0)) return refused("OTEL_EXPORTER_OTLP_TIMEOUT: expected milliseconds, more than 0")
  const provider = ConfigProvider.fromEnv({
    env: {
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_METRICS_EXPORTER: "otlp",
      ...otel,
      ...serviceName(otel),
      // The library uses this timeout for its last export only; withLimits bounds the others.
      OTEL_EXPORTER_OTLP_TIMEOUT: String(lastExport)
    }
  })
  const client = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (fetchClient) => withLimits(fetchClient, timeout))
  ).pipe(Layer.provide(FetchHttpClient.layer))
  const exporting = exporters[protocol]().pipe(
    Layer.provide(client),
    Layer.provide(ConfigProvider.layer(provider)),
    Layer.catchCause(refusedVariable)
  )
  return Layer.effect(
    Tracer.Tracer,
    Effect.map(Tracer.Tracer, (tracer) => redactingTracer(tracer, isSampled))
  ).pipe(Layer.provideMerge(exporting))
}
