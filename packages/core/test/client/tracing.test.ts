import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"
import { Chat } from "../../src/resources/chat/index.ts"
import { ended, onTestClock } from "../fixtures/calls.ts"
import { asked, goodStream } from "../fixtures/streams.ts"
import { ask, clientOver, good, type Step } from "../fixtures/wire.ts"

const key = "canary-key-77aa"

const traced = (steps: ReadonlyArray<Step>) => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const { layer, sent } = clientOver(steps, { apiKey: key })
  return { layer: Layer.provideMerge(layer, Layer.succeed(Tracer.Tracer, tracer)), sent, spans }
}

const run = <A, E>(effect: Effect.Effect<A, E>) => onTestClock(ended(effect))

describe("spans", () => {
  it("a call is one span, with a client span for each attempt beneath it", async () => {
    const { layer, sent, spans } = traced([{ status: 500 }, { ...good, headers: { "x-request-id": "r-1" } }])
    await run(Effect.provide(ask, layer))
    const [call, first, second] = spans
    assert.deepEqual(
      spans.map(({ kind, name, status }) => [name, kind, status._tag]),
      [
        ["Decisions.create", "internal", "Ended"],
        ["POST", "client", "Ended"],
        ["POST", "client", "Ended"]
      ]
    )
    const parents = [first, second].map((span) => span?.parent)
    for (const parent of parents) assert.strictEqual(parent?._tag === "Some" && parent.value, call)
    assert.deepInclude(Object.fromEntries(call?.attributes ?? []), {
      "gen_ai.request.model": "decider-27b",
      "gen_ai.response.model": "decider-27b",
      "gen_ai.usage.input_tokens": 3,
      "gen_ai.usage.output_tokens": 0,
      "http.response.status_code": 200,
      "leadline.request_id": "r-1",
      "leadline.attempts": 2
    })
    assert.deepInclude(Object.fromEntries(first?.attributes ?? []), {
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

  it("nothing is traced unless asked for", async () => {
    const { layer, sent } = clientOver([good])
    await run(Effect.provide(ask, layer))
    assert.isUndefined(sent[0]?.request.headers["traceparent"])
  })

  it("a span around the call is the parent, and its trace goes along", async () => {
    const { layer, sent } = clientOver([good])
    const parent = Tracer.externalSpan({ spanId: "a".repeat(16), traceId: "b".repeat(32) })
    await run(Effect.provide(Effect.withParentSpan(ask, parent), layer))
    assert.match(sent[0]?.request.headers["traceparent"] ?? "", /^00-b{32}-[0-9a-f]{16}-01$/)
  })

  it("a failed call's span reports the class, and no span holds key, prompt or headers", async () => {
    const { layer, spans } = traced([{ status: 401, body: `{"error":{"message":"${key}"}}` }])
    await run(Effect.provide(ask, layer))
    assert.strictEqual(spans[0]?.attributes.get("error.type"), "AuthenticationError")
    const shown = inspect(spans, { depth: 10 })
    assert.notInclude(shown, key)
    assert.notInclude(shown, "the state")
    assert.notInclude(shown, "accept")
  })

  it("the span of a stream ends with the stream, and has the usage of its last event", async () => {
    const { layer, spans } = traced([goodStream])
    const seen: Array<string | undefined> = []
    await run(
      Chat.use((chat) => chat.stream(asked)).pipe(
        Effect.flatMap((stream) =>
          Stream.runForEach(stream, () => Effect.sync(() => seen.push(spans[0]?.status._tag)))
        ),
        Effect.provide(layer)
      )
    )
    assert.strictEqual(spans[0]?.name, "Chat.stream")
    assert.deepEqual([...new Set(seen)], ["Started"])
    assert.strictEqual(spans[0]?.status._tag, "Ended")
    assert.strictEqual(spans[0]?.attributes.get("gen_ai.operation.name"), "chat")
    assert.isNumber(spans[0]?.attributes.get("gen_ai.usage.output_tokens"))
  })
})
