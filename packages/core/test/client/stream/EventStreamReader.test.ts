// How the bytes of a stream are taken: when, how many, and what is read in place of a stream.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { Chat } from "../../../src/resources/chat/index.ts"
import type * as Client from "../../../src/Client.ts"
import { streamBufferBytes } from "../../../src/client/defaults.ts"
import { asked, begun, first, hand, last, mark, second } from "../../fixtures/hand.ts"
import { test } from "../../fixtures/effects.ts"

/** A stream of chat that is being opened, and its head. */
const opening = Effect.fnUntraced(function* (type: string, options: Partial<Client.ClientOptions> = {}) {
  const wire = hand(options)
  const open = Chat.use((chat) => chat.stream(asked))
  const context = yield* Layer.build(wire.layer)
  const fiber = yield* Effect.forkChild(Effect.provide(open, context), { startImmediately: true })
  wire.head(type)
  return { wire, opened: Fiber.join(fiber) }
})

const open = Effect.fnUntraced(function* (options: Partial<Client.ClientOptions> = {}) {
  const { opened, wire } = yield* opening("text/event-stream", options)
  return { wire, stream: yield* opened }
})

test("the caller's own time is no silence", function* () {
  const { stream, wire } = yield* open()
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

test("a stream that is never started is closed after the idle timeout", function* () {
  const { stream, wire } = yield* open({ idleTimeout: "5 seconds" })
  wire.events(first)
  yield* TestClock.adjust("4 seconds")
  assert.strictEqual(wire.asked.aborts, 0)
  yield* TestClock.adjust("1 seconds")
  assert.strictEqual(wire.asked.aborts, 1)
  assert.strictEqual((yield* Effect.flip(Stream.runDrain(stream)))._tag, "DeadlineExceededError")
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
