// How the bytes of a stream are taken: when, how many, and what is read in place of a stream.
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { Chat } from "../../../src/resources/chat/index.ts"
import type * as Client from "../../../src/Client.ts"
import { streamBufferBytes } from "../../../src/client/defaults.ts"
import { maxEventLength } from "../../../src/protocol/limits.ts"
import { rejection } from "../../fixtures/calls.ts"
import { asked, begun, first, hand, last, mark, second, settled } from "../../fixtures/hand.ts"
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

describe("clocks", () => {
  test("the caller's own time is no silence", function* () {
    const { stream, wire } = yield* open()
    wire.events(first)
    const seen: Array<unknown> = []
    const fiber = yield* Effect.forkChild(
      Stream.runForEach(stream, (event) => {
        seen.push(event)
        return Effect.sleep("10 minutes")
      })
    )
    yield* TestClock.adjust("630 seconds")
    wire.events(second)
    yield* TestClock.adjust("630 seconds")
    wire.events(last)
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
    const error = yield* Effect.flip(Stream.runDrain(stream))
    assert.strictEqual(error._tag, "DeadlineExceededError")
  })

  test("bytes and events set no timer of their own", function* () {
    const clock = yield* Clock.Clock
    let sleeps = 0
    const counting = Object.create(clock, {
      sleep: {
        value: (...given: Parameters<typeof clock.sleep>) => {
          sleeps++
          return clock.sleep(...given)
        }
      }
    }) as Clock.Clock
    const read = Effect.gen(function* () {
      const { stream, wire } = yield* open()
      const fiber = yield* Effect.forkChild(Stream.runDrain(stream))
      for (let seconds = 0; seconds < 600; seconds++) {
        wire.text(": ping\n")
        wire.events(first)
        yield* TestClock.adjust("1 seconds")
      }
      wire.events(last)
      wire.end()
      yield* Fiber.join(fiber)
    })
    yield* Effect.provideService(read, Clock.Clock, counting)
    // One for the head, then one each 60 s, and none for any of 1,200 parts.
    assert.isAtMost(sleeps, 12)
  })

  test("a body that is whole before it is read waits for its caller", function* () {
    const { stream, wire } = yield* open()
    wire.events(first, last)
    wire.text(mark)
    wire.end()
    yield* TestClock.adjust("1 hour")
    assert.strictEqual((yield* Stream.runCollect(stream)).length, 2)
    assert.strictEqual(wire.asked.aborts, 0)
  })
})

const filler = (size: number) => ({ ...first, filler: "x".repeat(size) })

describe("back-pressure", () => {
  it("no more is asked for than the caller takes", async () => {
    const { leave, next, wire } = await begun()
    const step = next()
    assert.isTrue(wire.events(first), "a caller waits")
    await step
    let given = 0
    while (wire.events(filler(10_000))) given += 10_000
    assert.isAtMost(given, streamBufferBytes)
    assert.strictEqual(wire.asked.resumes, 0)
    await next()
    assert.strictEqual(wire.asked.resumes, 1)
    await leave()
    assert.strictEqual(wire.asked.aborts, 1)
  })

  it("16 MiB pass a slow reader with half a MiB read streamBufferBytes of it", async () => {
    const { events, wire } = await begun()
    const size = 16 * 1024 * 1024
    const event = new TextEncoder().encode(`data: ${JSON.stringify(filler(40_000))}\n\n`)
    let given = 0
    const give = () => {
      while (given < size) {
        given += event.length
        if (!wire.bytes(event)) return
      }
      wire.events(last)
      wire.end()
    }
    wire.whenResumed(() => setImmediate(give))
    setImmediate(give)
    let [taken, most, count] = [0, 0, 0]
    for await (const _ of events) {
      most = Math.max(most, given - taken)
      taken += event.length
      if (++count % 50 === 0) await settled()
    }
    assert.isAtLeast(taken, size)
    assert.isAtMost(most, 512 * 1024)
  })

  it("a line without end is left a little over 1 MiB, and what follows it is not asked for", async () => {
    const { next, wire } = await begun()
    const step = rejection(next())
    let given = 0
    for (; wire.asked.aborts === 0 && given < 2 * maxEventLength; given += 65_536)
      wire.text("x".repeat(65_536))
    assert.isAtMost(given, maxEventLength + 2 * 65_536)
    assert.propertyVal(await step, "reason", "tooLarge")
  })
})

describe("in place of a stream", () => {
  test("JSON is read for the error in it, 64 KiB and 5 s at most", function* () {
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
})
