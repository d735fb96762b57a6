// OpenTelemetry variables: when telemetry is exported, where spans go, with which headers, coding and sampler.
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { layerTelemetry, isExporting } from "../../src/telemetry/otlp.ts"
import { layerTraces } from "../../src/telemetry/otlpTraces.ts"
import { samplerOf } from "../../src/telemetry/sampler.ts"
import { test } from "../support/effects.ts"

const parent = (sampled: boolean) => Option.some(Tracer.externalSpan({ spanId: "1", traceId: "2", sampled }))

const kept = (name?: string, ratio?: string) => {
  const isSampled = samplerOf(name, ratio) ?? assert.fail()
  return [Option.none(), parent(true), parent(false)].map(isSampled)
}

describe("OpenTelemetry's variables", () => {
  const endpoint = "http://127.0.0.1:9"

  it("export nothing without an endpoint, or when the SDK is disabled", () => {
    assert.isFalse(isExporting({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: "true" }))
    assert.isTrue(isExporting({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint }))
  })

  test.each([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, /^OTEL_EXPORTER_OTLP_PROTOCOL: /],
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
    assert.deepStrictEqual(kept("traceidratio", "0"), [false, false, false])
    assert.deepStrictEqual(kept("parentbased_traceidratio", "0"), [false, true, false])
  })
})

/** The requests that export one span. */
const exports = (env: { readonly [name: string]: string }) =>
  Effect.gen(function* () {
    const requests: Array<HttpClientRequest.HttpClientRequest> = []
    const client = HttpClient.make((request) =>
      Effect.sync(() => {
        requests.push(request)
        return HttpClientResponse.fromWeb(request, new Response(null))
      })
    )
    const variables = { OTEL_SERVICE_NAME: "leadline", OTEL_TRACES_EXPORTER: "otlp", ...env }
    const tracing = layerTraces.pipe(
      Layer.provide(Layer.succeed(HttpClient.HttpClient, client)),
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: variables })))
    )
    yield* Effect.provide(Effect.withSpan(Effect.void, "POST /v1/decisions"), tracing)
    return requests
  })

describe("traces", () => {
  const collector = "https://collector.example"

  test("go to the address of all signals or their own, with the headers of all, or their own", function* () {
    const all = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector,
      OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=a%20b,x-more=1"
    }
    const [shared, ...others] = yield* exports(all)
    assert.isEmpty(others)
    assert.strictEqual(shared?.url, `${collector}/v1/traces`)
    assert.propertyVal(shared?.body, "contentType", "application/x-protobuf")
    assert.deepInclude(shared?.headers, { "x-tenant": "a b", "x-more": "1" })
    const [own] = yield* exports({
      ...all,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector}/t`,
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-tenant=c"
    })
    assert.strictEqual(own?.url, `${collector}/t`)
    assert.strictEqual(own?.headers["x-tenant"], "c")
    assert.notProperty(own?.headers, "x-more")
  })

  test("go nowhere with another exporter", function* () {
    assert.isEmpty(yield* exports({ OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_EXPORTER: "none" }))
  })
})
