// OpenTelemetry variables: when telemetry is exported, which are refused, and the samplers.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { layerTelemetry, isExporting } from "../../src/telemetry/otlp.ts"
import { samplerOf } from "../../src/telemetry/sampler.ts"
import { test } from "../support/effects.ts"

const parent = (sampled: boolean) => Option.some(Tracer.externalSpan({ spanId: "1", traceId: "2", sampled }))

/** Its last 52 bits are a quarter of what they may be. */
const traceId = "0af7651916cd43dd8444000000000000"

const kept = (name?: string, ratio?: string) => {
  const isSampled = samplerOf(name, ratio) ?? assert.fail()
  return [Option.none(), parent(true), parent(false)].map((each) => isSampled({ parent: each, traceId }))
}

describe("OpenTelemetry's variables", () => {
  const endpoint = "http://127.0.0.1:9"

  it("export nothing without an endpoint, or when the SDK is disabled", () => {
    assert.isFalse(isExporting({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: "true" }))
    assert.isTrue(isExporting({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint }))
  })

  test.each([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, /^OTEL_EXPORTER_OTLP_PROTOCOL: /],
    [{ OTEL_EXPORTER_OTLP_TIMEOUT: "10s" }, /^OTEL_EXPORTER_OTLP_TIMEOUT: /],
    [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" }, /^OTEL_TRACES_SAMPLER: /],
    [{ OTEL_EXPORTER_OTLP_COMPRESSION: "br" }, /^OTEL_EXPORTER_OTLP_COMPRESSION: expected "gzip" \| "none"$/]
  ] as const)("fail with one line when they are invalid", function* ([env, line]) {
    const layer = layerTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env })
    const error = yield* Effect.flip(Effect.scoped(Layer.build(layer)))
    assert.match(error.message, line)
  })

  it("select the sampler", () => {
    assert.deepStrictEqual(kept(), [true, true, false])
    assert.deepStrictEqual(kept("always_on"), [true, true, true])
    assert.deepStrictEqual(kept("traceidratio", "1"), [true, true, true])
    assert.deepStrictEqual(kept("traceidratio", "0.25"), [false, false, false])
    assert.deepStrictEqual(kept("traceidratio", "0.26"), [true, true, true])
    assert.deepStrictEqual(kept("parentbased_traceidratio", "0.25"), [false, true, false])
    assert.deepStrictEqual(kept("parentbased_traceidratio", "0.26"), [true, true, false])
  })
})
