// Leadline's server that exports a span of every request with OTLP, as the server's program does.
import { encodeTraces } from "@leadline/core/internal"
import { redactingTracer } from "@leadline/core/redacting-tracer"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpBody from "effect/http/HttpBody"
import * as Layer from "effect/Layer"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import * as Tracer from "effect/Tracer"
import type { Serve } from "../Subject.ts"
import { listen } from "./server.ts"
import * as services from "./services.ts"

const serialization = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.map(OtlpSerialization.OtlpSerialization, (effects) => ({
    ...effects,
    traces: (data) => HttpBody.uint8Array(encodeTraces(data), "application/x-protobuf")
  }))
).pipe(Layer.provide(OtlpSerialization.layerProtobuf))

const tracing = (upstream: string) =>
  Layer.effect(
    Tracer.Tracer,
    Effect.map(Tracer.Tracer, (tracer) => redactingTracer(tracer, () => true))
  ).pipe(
    Layer.provideMerge(
      OtlpTracer.layer({ url: `${upstream}/v1/traces`, resource: { serviceName: "leadline" } })
    ),
    Layer.provide([serialization, FetchHttpClient.layer])
  )

/** Serves every route of the benchmark. */
export const serve: Serve = ({ upstream }) =>
  listen(services.layer().pipe(Layer.provideMerge(tracing(upstream))))
