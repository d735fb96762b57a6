// The variables of the export of traces: where spans go, with which headers and coding, and when none go.
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import { layerTraces } from "../../src/telemetry/otlpTraces.ts"

/** The requests that export so many spans. */
const exports = (env: { readonly [name: string]: string }, spans = 1) =>
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
    const one = Effect.withSpan(Effect.void, "POST /v1/decisions")
    yield* Effect.provide(Effect.replicateEffect(one, spans), tracing)
    return requests
  })

const endpoint = "https://collector.example"

describe("traces", () => {
  it.effect.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, `${endpoint}/v1/traces`],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/otlp/` }, `${endpoint}/otlp/v1/traces`],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/t` },
      `${endpoint}/t`
    ]
  ] as const)("go to the address of %o", ([env, url]) =>
    Effect.gen(function* () {
      const [request, ...others] = yield* exports(env)
      assert.strictEqual(request?.url, url)
      assert.propertyVal(request?.body, "contentType", "application/x-protobuf")
      assert.isEmpty(others)
    })
  )

  it.effect("have the headers of all signals, or their own", () =>
    Effect.gen(function* () {
      const all = {
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=a%20b,x-more=1"
      }
      const [shared] = yield* exports(all)
      assert.deepInclude(shared?.headers, { "x-tenant": "a b", "x-more": "1" })
      const [own] = yield* exports({ ...all, OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-tenant=c" })
      assert.strictEqual(own?.headers["x-tenant"], "c")
      assert.notProperty(own?.headers, "x-more")
    })
  )

  it.effect("are compressed where a variable says so, and sent in batches of its size", () =>
    Effect.gen(function* () {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "40" }
      const plain = yield* exports(env, 80)
      assert.lengthOf(plain, 2)
      const [packed] = yield* exports({ ...env, OTEL_EXPORTER_OTLP_COMPRESSION: "gzip" }, 40)
      assert.strictEqual(packed?.headers["content-encoding"], "gzip")
    })
  )

  it.effect("go nowhere without an endpoint, or with another exporter", () =>
    Effect.gen(function* () {
      assert.isEmpty(yield* exports({}))
      assert.isEmpty(yield* exports({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: "none" }))
    })
  )
})
