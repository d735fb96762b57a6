import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import { Chat } from "../../src/resources/chat/index.ts"
import { ended } from "../fixtures/calls.ts"
import { asked, goodStream } from "../fixtures/streams.ts"
import { ask, clientOver, good, type Step } from "../fixtures/wire.ts"
import { test } from "../fixtures/effects.ts"

const traced = (steps: ReadonlyArray<Step>) => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const { layer, sent } = clientOver(steps)
  return { layer: Layer.provideMerge(layer, Layer.succeed(Tracer.Tracer, tracer)), sent, spans }
}

const attributesOf = (span: Tracer.NativeSpan | undefined) => Object.fromEntries(span?.attributes ?? [])

describe("spans", () => {
  test("a call is one span, with a client span for each attempt beneath it", function* () {
    const { layer, sent, spans } = traced([{ status: 500 }, { ...good, headers: { "x-request-id": "r-1" } }])
    yield* ended(Effect.provide(ask, layer))
    const [call, first, second] = spans
    const shown = spans.map(({ kind, name, status }) => `${name} ${kind} ${status._tag}`)
    assert.deepEqual(shown, ["Decisions.create internal Ended", "POST client Ended", "POST client Ended"])
    for (const span of [first, second])
      assert.strictEqual(span?.parent._tag === "Some" && span.parent.value, call)
    assert.deepInclude(attributesOf(call), {
      "gen_ai.request.model": "decider-27b",
      "gen_ai.usage.input_tokens": 3,
      "http.response.status_code": 200,
      "leadline.request_id": "r-1",
      "leadline.attempts": 2
    })
    assert.deepInclude(attributesOf(first), {
      "http.request.method": "POST",
      "url.path": "/v1/decisions",
      "http.response.status_code": 500,
      "error.type": "InternalServerError"
    })
    assert.strictEqual(second?.attributes.get("http.request.resend_count"), 1)
    assert.deepEqual(
      sent.map(({ request }) => request.headers["traceparent"]),
      [first, second].map((span) => `00-${span?.traceId}-${span?.spanId}-01`)
    )
  })

  test("the span of a stream ends with the stream, and has the usage of its last event", function* () {
    const { layer, spans } = traced([goodStream])
    const note = Effect.sync(() => assert.strictEqual(spans[0]?.status._tag, "Started"))
    const read = Chat.use((chat) =>
      Effect.flatMap(
        chat.stream(asked),
        Stream.runForEach(() => note)
      )
    )
    yield* yield* ended(Effect.provide(read, layer))
    assert.deepInclude(spans[0], { name: "Chat.stream" })
    assert.strictEqual(spans[0]?.status._tag, "Ended")
    assert.strictEqual(spans[0]?.attributes.get("gen_ai.operation.name"), "chat")
    assert.isNumber(spans[0]?.attributes.get("gen_ai.usage.output_tokens"))
  })
})
