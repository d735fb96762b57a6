// Spans as Protobuf: the same bytes as Effect's encoder gives, which stands as the reference.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import type { AnyValue } from "effect/observability/OtlpResource"
import type { ScopeSpan, TraceData } from "effect/observability/OtlpTracer"
import { assert, it } from "vitest"
import { encodeTraces } from "../../src/protocol/otlpTraces.ts"

type Span = ScopeSpan["spans"][number]

const reference = (data: TraceData): Uint8Array => {
  const services = Effect.runSync(Effect.scoped(Layer.build(OtlpSerialization.layerProtobuf)))
  const body = Context.get(services, OtlpSerialization.OtlpSerialization).traces(data)
  if (body._tag !== "Uint8Array") throw new TypeError(`Bytes were expected, not ${body._tag}`)
  return body.body
}

const span: Span = {
  traceId: "0123456789abcdef0123456789abcdef",
  spanId: "fedcba9876543210",
  parentSpanId: undefined,
  name: "POST /v1/decisions",
  kind: 2,
  startTimeUnixNano: "1790000000123456789",
  endTimeUnixNano: "1790000000987654321",
  attributes: [],
  droppedAttributesCount: 0,
  events: [],
  droppedEventsCount: 0,
  status: { code: 1 },
  links: [],
  droppedLinksCount: 0
}

const dataOf = (spans: Array<Span>): TraceData => ({
  resourceSpans: [
    {
      resource: {
        attributes: [{ key: "service.name", value: { stringValue: "leadline" } }],
        droppedAttributesCount: 0
      },
      scopeSpans: [{ scope: { name: "effect", version: "4.1.0" }, spans }]
    }
  ]
})

const agrees = (data: TraceData): void => assert.deepStrictEqual(encodeTraces(data), reference(data))

const values: { readonly [name: string]: AnyValue } = {
  "no text": { stringValue: "" },
  "text of 127 bytes": { stringValue: "x".repeat(127) },
  "text of 128 bytes": { stringValue: "x".repeat(128) },
  "text of 16,384 bytes": { stringValue: "x".repeat(16_384) },
  "text outside of ASCII": { stringValue: `${"x".repeat(100)}né \u{1f600}` },
  "a lone surrogate": { stringValue: "\ud800" },
  true: { boolValue: true },
  false: { boolValue: false },
  zero: { intValue: 0 },
  "the largest integer of one byte": { intValue: 127 },
  "the smallest integer of two bytes": { intValue: 128 },
  "an integer of 32 bits": { intValue: 2 ** 32 },
  "the largest safe integer": { intValue: Number.MAX_SAFE_INTEGER },
  "a negative integer": { intValue: -1 },
  "the largest integer of 64 bits": { intValue: "9223372036854775807" },
  "the smallest integer of 64 bits": { intValue: "-9223372036854775808" },
  "a fraction": { doubleValue: -0.1 },
  "no number": { doubleValue: NaN },
  "an array": { arrayValue: { values: [{ stringValue: "a" }, { intValue: 1 }, {}] } },
  "a list of attributes": { kvlistValue: { values: [{ key: "a", value: { boolValue: true } }] } },
  bytes: { bytesValue: Uint8Array.of(0, 255) },
  nothing: {},
  null: { stringValue: null }
}

for (const [name, value] of Object.entries(values)) {
  it(`encodes ${name}`, () => {
    agrees(dataOf([{ ...span, attributes: [{ key: "value", value }] }]))
  })
}

it("encodes every field of a span", () => {
  const attributes = [{ key: "http.route", value: { stringValue: "/v1/decisions" } }]
  const data = dataOf([
    {
      ...span,
      parentSpanId: "0000000000000001",
      attributes,
      droppedAttributesCount: 1,
      events: [
        { name: "exception", timeUnixNano: "1790000000000000000", attributes, droppedAttributesCount: 2 }
      ],
      droppedEventsCount: 3,
      links: [{ traceId: span.traceId, spanId: span.spanId, attributes, droppedAttributesCount: 4 }],
      droppedLinksCount: 5,
      status: { code: 2, message: "InternalError" }
    }
  ])
  const [first] = data.resourceSpans
  if (first === undefined) throw new Error("There are no spans")
  agrees(data)
  agrees({ resourceSpans: [{ ...first, schemaUrl: "https://schema.example/1" }, first] })
  agrees({
    resourceSpans: [
      {
        resource: { attributes: [], droppedAttributesCount: 6 },
        scopeSpans: [{ scope: { name: "" }, spans: [], schemaUrl: "https://schema.example/2" }]
      }
    ]
  })
})

it("encodes no spans, and thousands", () => {
  agrees({ resourceSpans: [] })
  agrees(dataOf([]))
  agrees(dataOf(Array.from({ length: 3_000 }, (_, index) => ({ ...span, name: `span ${index}` }))))
})
