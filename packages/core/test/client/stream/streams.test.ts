// Streams that are whole, how their bytes are taken, and how they fail beside packages/lab/src/faults/rows/streams.ts.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type * as Client from "../../../src/Client.ts"
import type { ApiError } from "../../../src/errors/ApiError.ts"
import { Chat } from "../../../src/resources/chat/index.ts"
import { Responses } from "../../../src/resources/responses/index.ts"
import { exitOf } from "../../fixtures/calls.ts"
import { test } from "../../fixtures/effects.ts"
import { asked, first, headers, last, mark, responsesEvents, second, sse } from "../../fixtures/streams.ts"
import { clientOver, type Step } from "../../fixtures/wire.ts"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { streamBufferBytes } from "../../../src/client/defaults.ts"
import { begun, hand } from "../../fixtures/hand.ts"

const chatStream = Chat.use((service) => service.stream(asked))
const responses = Responses.use((service) => service.stream({ input: "?" }))

/** The events that came, and how the stream ended. */
const run = Effect.fnUntraced(function* (
  step: Step,
  options: Partial<Client.ClientOptions> = {},
  opening: Effect.Effect<Stream.Stream<unknown, ApiError>, ApiError, Client.Services> = chatStream
) {
  const events: Array<unknown> = []
  const reading = Effect.flatMap(opening, (stream) =>
    Stream.runForEach(stream, (event) => Effect.sync(() => events.push(event)))
  )
  const { exit, sent } = yield* exitOf([{ headers, ...step }], reading, options)
  const error = Exit.isSuccess(exit) ? undefined : yield* Effect.flip(exit)
  return { error, events, sent }
})

const pings = Array.from({ length: 5 }, () => ({ after: 50_000, body: ": ping\n\n" }))

test.each<readonly [string, Step]>([
  ["ends with [DONE], whatever follows", { body: `${sse([first, last])}${mark}data: {` }],
  ["skips what is no event", { body: sse([first, { object: "chat.news" }, last]) + mark }],
  [
    "is kept alive by heartbeats, from one event to the next",
    { pieces: [first, last].flatMap((event) => [...pings, { after: 40_000, body: sse([event]) }]) }
  ]
])("a stream %s", function* ([, step]) {
  const { error, events } = yield* run(step)
  assert.isUndefined(error)
  assert.deepEqual(events, [first, last])
})

test("a stream of responses passes unknown events, and ends with its last, a failed one too, though it stalls", function* () {
  const unknown = { type: "response.skill.loaded", sequence_number: 2 }
  const failed = { type: "response.failed", sequence_number: 3, error: { message: "No." } }
  const whole = responsesEvents(["High"])
  for (const all of [whole, [...whole.slice(0, 2), unknown, failed]]) {
    const { error, events } = yield* run({ body: sse(all), ending: "stalls" }, {}, responses)
    assert.isUndefined(error)
    assert.deepEqual<unknown>(events, all)
  }
})

const late = (phase: string, elapsed: number, eventsSeen = 1) => ({
  _tag: "DeadlineExceededError",
  phase,
  elapsed,
  eventsSeen
})
const one = sse([first])
const comments = { pieces: [{ after: 20_000, body: ": ping\n\n" }], repeats: true }
const events = { pieces: [{ after: 5_000, body: sse([second]) }], repeats: true }

test.each<readonly [string, Step, wanted: object, timeout?: "18 seconds"]>([
  ["after 60 s of silence", { body: one, ending: "stalls" }, late("idle", 60_000)],
  ["after 300 s of comments", { body: one, ...comments }, late("idle", 300_000)],
  ["after its timeout", { body: one, ...events }, late("stream", 18_000, 4), "18 seconds"],
  ["at an event of another form", { body: sse([first, { id: 1 }]) }, { reason: "schema", eventsSeen: 1 }],
  ["behind the last event", { body: sse([first, last, second]) }, { reason: "schema", eventsSeen: 2 }]
])("a stream fails %s", function* ([, step, wanted, timeout]) {
  const { error, sent } = yield* run(step, timeout === undefined ? {} : { timeout })
  assert.deepInclude(error, { ...wanted, attempts: 1 })
  assert.lengthOf(sent, 1)
})

test("a method against its field `stream` names the other one", function* () {
  const service = yield* Effect.provide(Chat, yield* Layer.build(clientOver([]).layer))
  // @ts-expect-error The method sets `stream` itself.
  const plain = yield* Effect.flip(service.stream({ ...asked, stream: false }))
  assert.include(plain.message, "stream: call chat.create instead")
})

/** A stream of chat that is being opened, and its head. */
const opening = Effect.fnUntraced(function* (type: string) {
  const wire = hand()
  const context = yield* Layer.build(wire.layer)
  const fiber = yield* Effect.forkChild(Effect.provide(chatStream, context), { startImmediately: true })
  wire.head(type)
  return { wire, opened: Fiber.join(fiber) }
})

test("the caller's own time is no silence", function* () {
  const { opened, wire } = yield* opening("text/event-stream")
  const stream = yield* opened
  wire.events(first)
  const seen: Array<unknown> = []
  const read = Stream.runForEach(stream, (event) =>
    Effect.andThen(
      Effect.sync(() => seen.push(event)),
      Effect.sleep("10 minutes")
    )
  )
  const fiber = yield* Effect.forkChild(read)
  for (const event of [second, last]) {
    yield* TestClock.adjust("630 seconds")
    wire.events(event)
  }
  wire.text(mark)
  wire.end()
  yield* TestClock.adjust("10 minutes")
  yield* Fiber.join(fiber)
  assert.deepEqual(seen, [first, second, last])
})

it("no more is asked for than the caller takes", async () => {
  const { leave, next, wire } = await begun()
  const step = next()
  assert.isTrue(wire.events(first), "a caller waits")
  await step
  let given = 0
  while (wire.events({ ...first, filler: "x".repeat(10_000) })) given += 10_000
  assert.isAtMost(given, streamBufferBytes)
  assert.strictEqual(wire.asked.resumes, 0)
  await next()
  assert.strictEqual(wire.asked.resumes, 1)
  await leave()
  assert.strictEqual(wire.asked.aborts, 1)
})

test("in place of a stream JSON is read for the error in it, 64 KiB and 5 s at most", function* () {
  const large = yield* opening("application/json")
  for (let at = 0; at < 5; at++) large.wire.text(" ".repeat(16_384))
  assert.propertyVal(yield* Effect.flip(large.opened), "reason", "content")
  assert.strictEqual(large.wire.asked.aborts, 1)
  const stalled = yield* opening("application/json")
  stalled.wire.text('{"error":')
  yield* TestClock.adjust("5 seconds")
  assert.strictEqual((yield* Effect.flip(stalled.opened)).elapsed, 5_000)
  const whole = yield* opening("application/json")
  whole.wire.text('{"error":{"code":400}}')
  whole.wire.end()
  assert.strictEqual((yield* Effect.flip(whole.opened))._tag, "InvalidRequestError")
})
