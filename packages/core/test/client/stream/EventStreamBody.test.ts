import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { Chat } from "../../../src/resources/chat/index.ts"
import * as Client from "../../../src/Client.ts"
import { streamBufferBytes } from "../../../src/client/defaults.ts"
import { maxEventLength } from "../../../src/protocol/limits.ts"
import { hand, settled } from "../../fixtures/hand.ts"
import { chatEvents } from "../../fixtures/streams.ts"

const asked = { model: "sonar", messages: [{ role: "user", content: "?" }] } as const
const [first = {}, second = {}, last = {}] = chatEvents(["High", " water"])
const mark = "data: [DONE]\n\n"

const open = (wire: ReturnType<typeof hand>) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(wire.layer)
    const fiber = yield* Effect.forkChild(
      Effect.provide(
        Chat.use((chat) => chat.stream(asked)),
        context
      ),
      {
        startImmediately: true
      }
    )
    wire.head()
    return yield* Fiber.join(fiber)
  })

describe("clocks", () => {
  it.effect("the caller's own time is no silence", () =>
    Effect.gen(function* () {
      const wire = hand()
      const stream = yield* open(wire)
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
    }).pipe(Effect.scoped)
  )

  it.effect("a stream that is never started is closed after the idle timeout", () =>
    Effect.gen(function* () {
      const wire = hand({ idleTimeout: "5 seconds" })
      const stream = yield* open(wire)
      wire.events(first)
      yield* TestClock.adjust("4 seconds")
      assert.strictEqual(wire.asked.aborts, 0)
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual(wire.asked.aborts, 1)
      const error = yield* Effect.flip(Stream.runDrain(stream))
      assert.strictEqual(error._tag, "DeadlineExceededError")
    }).pipe(Effect.scoped)
  )

  it.effect("bytes and events set no timer of their own", () =>
    Effect.gen(function* () {
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
      const wire = hand()
      const read = Effect.gen(function* () {
        const stream = yield* open(wire)
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
    }).pipe(Effect.scoped)
  )

  it.effect("a body that is whole before it is read waits for its caller", () =>
    Effect.gen(function* () {
      const wire = hand()
      const stream = yield* open(wire)
      wire.events(first, last)
      wire.text(mark)
      wire.end()
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* Stream.runCollect(stream)).length, 2)
      assert.strictEqual(wire.asked.aborts, 0)
    }).pipe(Effect.scoped)
  )
})

const filler = (size: number) => ({ ...first, filler: "x".repeat(size) })

describe("back-pressure", () => {
  it("no more is asked for than the caller takes", async () => {
    const wire = hand()
    const client = Client.promises(wire.layer)
    const iterator = client.chat.stream(asked)[Symbol.asyncIterator]()
    const step = iterator.next()
    await settled()
    wire.head()
    assert.isTrue(wire.events(first), "a caller waits")
    await step
    let given = 0
    while (wire.events(filler(10_000))) given += 10_000
    assert.isAtMost(given, streamBufferBytes)
    assert.strictEqual(wire.asked.resumes, 0)
    await iterator.next()
    assert.strictEqual(wire.asked.resumes, 1)
    await iterator.return?.()
    assert.strictEqual(wire.asked.aborts, 1)
    await client.close()
  })

  it("200 MiB pass a slow reader with half a MiB read streamBufferBytes of it", async () => {
    const wire = hand()
    const client = Client.promises(wire.layer)
    const size = 200 * 1024 * 1024
    const event = new TextEncoder().encode(`data: ${JSON.stringify(filler(40_000))}\n\n`)
    let given = 0
    let isGiving = false
    const give = () => {
      if (isGiving) return
      isGiving = true
      let wantsMore = true
      while (wantsMore && given < size) {
        given += event.length
        wantsMore = wire.bytes(event)
      }
      isGiving = false
      if (wantsMore && given >= size) {
        given = Infinity
        wire.events(last)
        wire.end()
      }
    }
    wire.whenResumed(() => setImmediate(give))
    let taken = 0
    let most = 0
    let count = 0
    const events = client.chat.stream(asked)
    const opened = events.withResponse()
    await settled()
    wire.head()
    setImmediate(give)
    for await (const _ of (await opened).data) {
      if (given < Infinity) most = Math.max(most, given - taken)
      taken += event.length
      if (++count % 500 === 0) await settled()
    }
    assert.isAtLeast(taken, size)
    assert.isAtMost(most, 512 * 1024)
    await client.close()
  })

  it("a line without end is left a little over 1 MiB, and what follows it is not asked for", async () => {
    const wire = hand()
    const client = Client.promises(wire.layer)
    const iterator = client.chat.stream(asked)[Symbol.asyncIterator]()
    const step = iterator.next().catch((error: unknown) => error)
    await settled()
    wire.head()
    let given = 0
    for (; wire.asked.aborts === 0 && given < 2 * maxEventLength; given += 65_536)
      wire.text("x".repeat(65_536))
    assert.isAtMost(given, maxEventLength + 2 * 65_536)
    assert.strictEqual(Reflect.get(Object(await step), "reason"), "tooLarge")
    await client.close()
  })
})

const inPlace = (type: string) =>
  Effect.gen(function* () {
    const wire = hand()
    const context = yield* Layer.build(wire.layer)
    const fiber = yield* Effect.forkChild(
      Effect.flip(
        Effect.provide(
          Chat.use((chat) => chat.stream(asked)),
          context
        )
      ),
      { startImmediately: true }
    )
    wire.head(type)
    return { wire, error: Fiber.join(fiber) }
  })

describe("in place of a stream", () => {
  it.effect("HTML is not read", () =>
    Effect.gen(function* () {
      const { error, wire } = yield* inPlace("text/html")
      assert.strictEqual(Reflect.get(yield* error, "reason"), "content")
      assert.strictEqual(wire.asked.aborts, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("JSON is read for the error in it, 64 KiB and 5 s at most", () =>
    Effect.gen(function* () {
      const large = yield* inPlace("application/json")
      for (let at = 0; at < 5; at++) large.wire.text(" ".repeat(16_384))
      assert.strictEqual(Reflect.get(yield* large.error, "reason"), "content")
      assert.strictEqual(large.wire.asked.aborts, 1)
      const stalled = yield* inPlace("application/json")
      stalled.wire.text('{"error":')
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* stalled.error).elapsed, 5_000)
      const whole = yield* inPlace("application/json")
      whole.wire.text('{"error":{"code":400}}')
      whole.wire.end()
      assert.strictEqual((yield* whole.error)._tag, "InvalidRequestError")
    }).pipe(Effect.scoped)
  )
})
