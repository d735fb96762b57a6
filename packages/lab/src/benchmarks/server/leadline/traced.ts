// Leadline's server that exports a span of every request with OTLP, as the server's program does.
import { layerOtlpTracer } from "@leadline/core/internal"
import { redactingTracer } from "@leadline/core/redacting-tracer"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as OtlpResource from "effect/observability/OtlpResource"
import * as Tracer from "effect/Tracer"
import type { Serve } from "../subjects.ts"
import { layer, listen } from "./server.ts"

const layerTracing = (upstream: string) =>
  Layer.effect(
    Tracer.Tracer,
    Effect.map(Tracer.Tracer, (tracer) => redactingTracer(tracer, () => true))
  ).pipe(
    Layer.provide(
      layerOtlpTracer({
        url: `${upstream}/v1/traces`,
        resource: OtlpResource.make({ serviceName: "leadline" })
      })
    ),
    Layer.provide(FetchHttpClient.layer)
  )

/** Serves every route of the benchmark. */
export const serve: Serve = (upstream) => listen(layer.pipe(Layer.provideMerge(layerTracing(upstream))))
