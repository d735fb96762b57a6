// Exported spans: the same bytes as Effect's own tracer and encoder give, which stand as the reference.
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as OtlpResource from "effect/observability/OtlpResource"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { assert, it } from "vitest"
import { layerOtlpTracer } from "../../../src/server/telemetry/otlpTracer.ts"

const url = "http://127.0.0.1:1/v1/traces"
const service = {
  serviceName: "leadline",
  attributes: { "service.node": "né", "service.shards": [1, "two"] }
}
const ids = { _traceId: "0123456789abcdef0123456789abcdef", _spanId: "fedcba9876543210" }

type Options = Parameters<Tracer.Tracer["span"]>[0]

const options: Options = {
  name: "POST /v1/decisions",
  parent: Option.none(),
  annotations: Context.empty(),
  links: [],
  startTime: 1_790_000_000_123_456_789n,
  kind: "server",
  root: false,
  sampled: true
}

/** One span that ends, and what is noted in it. */
interface Recorded extends Partial<Options> {
  readonly attribute?: unknown
  readonly events?: ReadonlyArray<{ readonly [name: string]: unknown }>
  readonly exit?: Exit.Exit<unknown, unknown>
}

/** The bodies of all exports, when the tracer of a layer has recorded these spans and is closed. */
const exported = async (
  layer: Layer.Layer<never, never, HttpClient.HttpClient>,
  spans: ReadonlyArray<Recorded>
): Promise<ReadonlyArray<Uint8Array>> => {
  const bodies: Array<Uint8Array> = []
  const client = HttpClient.make((request) =>
    Effect.sync(() => {
      assert.strictEqual(request.url, url)
      if (request.body._tag === "Uint8Array") bodies.push(Uint8Array.from(request.body.body))
      return HttpClientResponse.fromWeb(request, new Response(null))
    })
  )
  const recording = Effect.map(Tracer.Tracer, (tracer) => {
    for (const { attribute, events = [], exit = Exit.void, ...one } of spans) {
      // The parts of a trace share its id.
      const span = Object.assign(tracer.span({ ...options, ...one, links: [...(one.links ?? [])] }), ids)
      span.attribute("value", attribute)
      for (const event of events) span.event("chunk", 1_790_000_000_500_000_000n, event)
      for (const end of [1_790_000_000_987_654_321n, 1_790_000_001_000_000_000n]) span.end(end, exit)
    }
  })
  const tracing = Layer.provide(layer, Layer.succeed(HttpClient.HttpClient, client))
  await Effect.runPromise(Effect.provide(recording, tracing))
  return bodies
}

const ours = layerOtlpTracer({ url, resource: OtlpResource.make(service) })
const reference = Layer.provide(
  OtlpTracer.layer({ url, resource: service, maxBatchSize: 4_000 }),
  OtlpSerialization.layerProtobuf
)

const agrees = async (...spans: ReadonlyArray<Recorded>): Promise<void> => {
  const bodies = await exported(ours, spans)
  assert.isNotEmpty(bodies)
  assert.deepStrictEqual(bodies, await exported(reference, spans))
}

it("attributes may be texts, numbers and integers of every size, booleans, lists, objects and nothing", () => {
  const texts = ["", ...[127, 128, 200_000].map((count) => "x".repeat(count)), "né \u{1f600}", "\ud800"]
  const numbers = [0, 127, 128, 2 ** 32, Number.MAX_SAFE_INTEGER, 2 ** 60, -1, -0.1, NaN]
  const integers = [2n ** 63n - 1n, -(2n ** 63n), 2n ** 64n]
  const others = [true, false, ["a", 1, [true]], { a: 1 }, undefined, null]
  const all: ReadonlyArray<unknown> = [...texts, ...numbers, ...integers, ...others]
  return agrees(...all.map((attribute) => ({ attribute })))
})

it("spans have kinds, parents, links, events, and a failure as a status", () => {
  const parent = Tracer.externalSpan({ spanId: "0000000000000001", traceId: "abc" })
  const link = { span: parent, attributes: { "link.rank": 1 } }
  const fault = new TypeError("No questions")
  return agrees(
    { parent: Option.some(parent), kind: "client", links: [link, link] },
    ...(["internal", "producer", "consumer"] as const).map((kind) => ({ kind })),
    { events: [{}, { "http.route": "/v1/chat", size: 5 }] },
    { exit: Exit.fail(fault), events: [{ size: 1 }] },
    { exit: Exit.failCause(Cause.combine(Cause.die(fault), Cause.die(new RangeError("Too many")))) },
    { exit: Exit.interrupt(1) }
  )
})

it("only sampled spans are exported, thousands of them in batches", async () => {
  const spans = Array.from({ length: 9_000 }, (_, index) => ({
    name: `span ${index}`,
    sampled: index % 3 !== 0
  }))
  assert.isAbove((await exported(ours, spans)).length, 1)
  await agrees(...spans)
})
