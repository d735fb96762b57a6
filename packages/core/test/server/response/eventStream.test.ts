import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { type ApiError, UnavailableError } from "../../../src/errors/ApiError.ts"
import type { BodyWriter } from "../../../src/server/ServerExchange.ts"
import { type StreamEnding, eventStream } from "../../../src/server/response/eventStream.ts"
import type { ServerResponse } from "../../../src/server/ServerResponse.ts"
import { makeContext, makeWriter } from "../exchanges.ts"
import { test } from "../../fixtures/effects.ts"

const produceOf = ({ body }: ServerResponse, writer: BodyWriter) =>
  typeof body === "function" ? body(writer) : Effect.die("no stream")

const ending: StreamEnding<unknown> = { mark: "[DONE]", failed: () => Effect.succeed({ error: "fixed" }) }

/** The whole body, once it has ended on the clock of the test. */
const written = Effect.fnUntraced(function* (
  events: Stream.Stream<unknown, ApiError>,
  how: StreamEnding<unknown> = ending
) {
  const logged: Array<unknown> = []
  const logger = Logger.make(({ message }) => void logged.push(message))
  let text = ""
  const writer = makeWriter((more) => void (text += more))
  const fiber = yield* Effect.forkChild(
    Effect.provide(produceOf(eventStream(makeContext(), events, how), writer), Logger.layer([logger]))
  )
  yield* TestClock.adjust("1 hour")
  yield* Fiber.join(fiber)
  return { logged, text }
})

const slow = (wait: number) => Stream.fromEffect(Effect.as(Effect.sleep(wait), wait))

describe("a stream", () => {
  test("is one line of JSON a frame, and the mark, where one is due", function* () {
    const { logged, text } = yield* written(Stream.make({ text: "a\nb\r\u2028" }, { text: "c" }))
    assert.strictEqual(text, 'data: {"text":"a\\nb\\r\u2028"}\n\ndata: {"text":"c"}\n\ndata: [DONE]\n\n')
    assert.deepEqual(logged, [])
    const unmarked = yield* written(Stream.make(1), { failed: () => Effect.succeed(0) })
    assert.strictEqual(unmarked.text, "data: 1\n\n")
  })

  test("says that it lives after every 15 s without a frame", function* () {
    const { text } = yield* written(Stream.concat(slow(14_999), slow(31_000)))
    assert.strictEqual(text, "data: 14999\n\n: ping\n\n: ping\n\ndata: 31000\n\ndata: [DONE]\n\n")
  })

  test.each([
    [300_000, true],
    [300_001, false]
  ] as const)("of %d ms without an event goes on: %s", function* ([wait, goesOn]) {
    const { logged, text } = yield* written(Stream.concat(slow(200_000), slow(wait)))
    const frames = text.replaceAll(": ping\n\n", "")
    assert.strictEqual(
      frames,
      goesOn
        ? `data: 200000\n\ndata: ${wait}\n\ndata: [DONE]\n\n`
        : `data: 200000\n\ndata: {"error":"fixed"}\n\n`
    )
    assert.strictEqual(logged.length, goesOn ? 0 : 1)
  })

  test("that sends no event, and comments alone, ends with a gateway timeout", function* () {
    const { text } = yield* written(Stream.never, {
      failed: ([, type], status) => Effect.succeed({ type, status })
    })
    assert.strictEqual(text, `${": ping\n\n".repeat(19)}data: {"type":"gateway_timeout","status":504}\n\n`)
  })

  test.each<readonly [string, Stream.Stream<never, ApiError>]>([
    ["a failure", Stream.fail(new UnavailableError({ message: "secret-cause" }))],
    ["a defect", Stream.die(new Error("secret-cause"))],
    ["an interruption of its own", Stream.fromEffect(Effect.interrupt)]
  ])("ends with one fixed frame at %s, and without its mark", function* ([, failing]) {
    const { logged, text } = yield* written(Stream.concat(Stream.make(1), failing))
    assert.strictEqual(text, 'data: 1\n\ndata: {"error":"fixed"}\n\n')
    assert.strictEqual(logged.length, 1)
  })

  test("is not asked ahead of its reader, and interrupted when its reader goes", function* () {
    let made = 0
    let isEnded = false
    const events = Stream.range(1, 1_000_000, 1).pipe(
      Stream.rechunk(1),
      Stream.tap(() => Effect.sync(() => made++)),
      Stream.concat(Stream.never),
      Stream.ensuring(Effect.sync(() => (isEnded = true)))
    )
    let text = ""
    // A reader that takes three pieces, and then nothing more.
    const writer: BodyWriter = {
      ...makeWriter((more) => void (text += more)),
      write: (piece) => {
        text += String(piece)
        return text.split("\n\n").length <= 3
      },
      drained: Effect.never
    }
    const fiber = yield* Effect.forkChild(produceOf(eventStream(makeContext(), events, ending), writer))
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(text, "data: 1\n\ndata: 2\n\ndata: 3\n\n")
    yield* Fiber.interrupt(fiber)
    assert.isTrue(isEnded)
    assert.isAtMost(made, 5)
  })

  test("has five minutes for its next event from when its reader has taken the last one", function* () {
    let text = ""
    const writer: BodyWriter = {
      ...makeWriter((more) => void (text += more)),
      write: (piece) => {
        text += String(piece)
        return piece !== "data: 1\n\n"
      },
      drained: Effect.sleep("10 minutes")
    }
    const events = Stream.concat(Stream.make(1), slow(300_000))
    const fiber = yield* Effect.forkChild(produceOf(eventStream(makeContext(), events, ending), writer))
    yield* TestClock.adjust("1 hour")
    yield* Fiber.join(fiber)
    assert.strictEqual(text.replaceAll(": ping\n\n", ""), "data: 1\n\ndata: 300000\n\ndata: [DONE]\n\n")
  })

  test("is interrupted while it waits, and not notified of the end of the server afterwards", function* () {
    let isEnded = false
    let reported = 0
    const whenEnding = () => {
      reported++
      return () => void reported--
    }
    const silent = Stream.concat(Stream.make(1), Stream.never).pipe(
      Stream.ensuring(Effect.sync(() => (isEnded = true)))
    )
    const context = makeContext(undefined, { whenEnding })
    const writer = makeWriter(() => undefined)
    const fiber = yield* Effect.forkChild(produceOf(eventStream(context, silent, ending), writer))
    yield* TestClock.adjust("20 seconds")
    assert.deepEqual([isEnded, reported], [false, 1])
    yield* Fiber.interrupt(fiber)
    assert.deepEqual([isEnded, reported], [true, 0])
  })
})
