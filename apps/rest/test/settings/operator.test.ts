// The settings of an operator: read from the environment, wrong ones told in one line.
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { samplerOf } from "../../src/telemetry/sampler.ts"
import { readOperations } from "../../src/settings/operator.ts"
import { isExporting, layerTelemetry } from "../../src/telemetry/otlp.ts"

const read = (env: { readonly [name: string]: string }) =>
  Effect.provideService(
    readOperations,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env: { ...env } })
  )

describe("an operator's settings", () => {
  it.effect("have defaults", () =>
    Effect.gen(function* () {
      const defaults = {
        admin: undefined,
        grace: 25_000,
        log: undefined,
        maxLoopDelay: 200,
        showsMetrics: undefined
      }
      assert.deepEqual(yield* read({}), defaults)
      assert.deepEqual(
        yield* read({ LEADLINE_LOG_FORMAT: "", LEADLINE_ADMIN_PORT: "", LEADLINE_METRICS: "" }),
        defaults
      )
    })
  )

  it.effect("are read", () =>
    Effect.gen(function* () {
      const operations = yield* read({
        LEADLINE_SHUTDOWN_SECONDS: "60",
        LEADLINE_LOG_FORMAT: "pretty",
        LEADLINE_MAX_LOOP_DELAY: "0",
        LEADLINE_METRICS: "off",
        LEADLINE_ADMIN_PORT: "9090",
        LEADLINE_ADMIN_HOST: "0.0.0.0"
      })
      assert.deepEqual(operations, {
        admin: { host: "0.0.0.0", port: 9090 },
        grace: 60_000,
        log: "pretty",
        maxLoopDelay: 0,
        showsMetrics: false
      })
    })
  )

  it.effect.each([
    ["LEADLINE_SHUTDOWN_SECONDS", "0"],
    ["LEADLINE_SHUTDOWN_SECONDS", "1m"],
    ["LEADLINE_LOG_FORMAT", "xml"],
    ["LEADLINE_METRICS", "yes"],
    ["LEADLINE_METRICS", "constructor"],
    ["LEADLINE_ADMIN_PORT", "http"],
    ["LEADLINE_ADMIN_HOST", "a/b"]
  ] as const)("name what is wrong: %s", ([name, value]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(read({ [name]: value }))
      assert.match(error.message, new RegExp(`^${name}: expected .*, got "${value}"$`))
    })
  )
})

const parent = (sampled: boolean) => Option.some(Tracer.externalSpan({ spanId: "1", traceId: "2", sampled }))

const kept = (name?: string, ratio?: string) => {
  const isSampled = samplerOf(name, ratio) ?? assert.fail()
  return [Option.none(), parent(true), parent(false)].map(isSampled)
}

describe("OpenTelemetry's variables", () => {
  const endpoint = "http://127.0.0.1:9"

  it("export nothing without an endpoint, or when they say so", () => {
    assert.isFalse(isExporting({}))
    assert.isFalse(isExporting({ OTEL_EXPORTER_OTLP_ENDPOINT: "" }))
    assert.isFalse(isExporting({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: "true" }))
    assert.isTrue(isExporting({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }))
    assert.isTrue(isExporting({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint }))
  })

  it.effect.each([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, /^OTEL_EXPORTER_OTLP_PROTOCOL: /],
    [{ OTEL_TRACES_SAMPLER: "jaeger" }, /^OTEL_TRACES_SAMPLER: /],
    [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" }, /^OTEL_TRACES_SAMPLER: /],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "nowhere" }, /^OTEL_\*: /]
  ] as const)("that are wrong are one line at the start", ([env, line]) =>
    Effect.gen(function* () {
      const layer = layerTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env })
      const error = yield* Effect.flip(Effect.scoped(Layer.build(layer)))
      assert.match(error.message, line)
    })
  )

  it("choose what is kept of traces", () => {
    assert.deepStrictEqual(kept(), [true, true, false])
    assert.deepStrictEqual(kept("always_on"), [true, true, true])
    assert.deepStrictEqual(kept("always_off"), [false, false, false])
    assert.deepStrictEqual(kept("parentbased_always_off"), [false, true, false])
    assert.deepStrictEqual(kept("traceidratio", "1"), [true, true, true])
    assert.deepStrictEqual(kept("traceidratio", "0"), [false, false, false])
    assert.deepStrictEqual(kept("parentbased_traceidratio", "0"), [false, true, false])
  })
})
