// The telemetry of a client: log lines and spans of its calls, metrics of its attempts.
import { assert, it } from "@effect/vitest"
import type { ClientOptions } from "../../src/Client.ts"
import { ended, over } from "../fixtures/calls.ts"
import { ask, clientOver, good, goodBody, question, type Step } from "../fixtures/wire.ts"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { duration, makeClientMetrics } from "../../src/client/metrics.ts"
import { test } from "../fixtures/effects.ts"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import { Chat } from "../../src/resources/chat/index.ts"
import { asked, goodStream } from "../fixtures/streams.ts"

const quick = { "retry-after-ms": "1" }

/** A client that logs into `lines`. */
const logging = (steps: ReadonlyArray<Step>, options: Partial<ClientOptions> = {}) => {
  const lines: Array<string> = []
  const at = (level: string) => (line: string) => void lines.push(`${level} ${line}`)
  const logger = { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug") }
  return { lines, client: over(steps, { ...options, logger }).client }
}

it("the log has a line for each attempt: operation, status, time, bytes, request id, next wait", async () => {
  const answer = { ...good, headers: { "x-request-id": "r-7" } }
  const { client, lines } = logging([{ status: 429, headers: quick }, answer])
  await client.decisions.create(question)
  assert.deepEqual(
    lines.map((line) => line.replace(/\d+ ms,/, "0 ms,")),
    [
      "warn Decisions.create POST /v1/decisions attempt 1: 429 RateLimitError, 0 ms, retry in 1 ms",
      `info Decisions.create POST /v1/decisions attempt 2: 200, 0 ms, ${goodBody.length} bytes, request id r-7`
    ]
  )
})

it("in the log headers are shown by a list of allowed names, bodies as lengths, addresses without query", async () => {
  const answer = { body: `{"skills":[],"has_more":false}`, headers: { "set-cookie": "secret" } }
  const { client, lines } = logging([answer], { apiKey: "canary-key-31f0", logLevel: "debug" })
  await client.skills.list({ limit: 2, page_token: "t0ken" }, { headers: { "x-mine": "private" } })
  const text = lines.join("\n")
  for (const shown of ["x-mine: <redacted>", "set-cookie: <redacted>", "accept: application/json"])
    assert.include(text, shown)
  for (const hidden of ["canary-key-31f0", "private", "secret", "t0ken"]) assert.notInclude(text, hidden)
})

const operation = "Decisions.create"

test("each attempt is reported once it is over, and counted by outcome, its retry by reason, its call's time once", function* () {
  const reported: Array<unknown> = []
  const steps = [
    { status: 429, headers: { "retry-after": "7" } },
    { after: 2_000, status: 503, headers: { "retry-after": "1" } },
    { ...good, after: 500 },
    { status: 404 }
  ]
  const calls = Effect.gen(function* () {
    const context = yield* Effect.context()
    const count = makeClientMetrics(context)
    const { layer } = clientOver(steps, {
      onAttempt: (info) => {
        const { attempt, elapsed, error, retryDelay, retryTokens } = info
        reported.push([info.operation, attempt, error?._tag, retryDelay, elapsed, retryTokens])
        count(info)
      }
    })
    yield* yield* ended(Effect.provide(Effect.andThen(ask, Effect.exit(ask)), layer))
    const counters = Metric.snapshotUnsafe(context).flatMap(({ attributes, id, state, type }) =>
      type === "Counter" ? [[id, ...Object.values({ ...attributes }), Number(state.count)].join(" ")] : []
    )
    const attempts = ["RateLimitError", "UnavailableError", "NotFoundError", "ok"]
    assert.sameMembers(counters, [
      ...attempts.map((outcome) => `leadline_client_attempts_total ${operation} ${outcome} 1`),
      ...attempts.slice(0, 2).map((reason) => `leadline_client_retries_total ${operation} ${reason} 1`)
    ])
    assert.deepInclude(yield* Metric.value(duration({ operation })), { count: 2, sum: 10.5 })
  })
  yield* Effect.provideService(calls, Metric.MetricRegistry, new Map())
  assert.deepEqual(reported, [
    [operation, 1, "RateLimitError", 7_000, 0, 500],
    [operation, 2, "UnavailableError", 1_000, 9_000, 495],
    [operation, 3, undefined, undefined, 10_500, 500],
    [operation, 1, "NotFoundError", undefined, 0, 500]
  ])
})

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
