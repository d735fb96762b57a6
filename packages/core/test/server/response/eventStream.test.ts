import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { type ApiError, UnavailableError } from "../../../src/errors/ApiError.ts"
import type { BodyWriter } from "../../../src/server/ServerExchange.ts"
import { type StreamEnding, eventStream } from "../../../src/server/response/eventStream.ts"
import { makeContext, makeWriter } from "../exchanges.ts"
import { test } from "../../fixtures/effects.ts"

const ending: StreamEnding<unknown> = {
  mark: "[DONE]",
  failed: ([, type], status) => Effect.succeed({ type, status })
}
const broken = `data: {"type":"internal_error","status":500}\n\n`
const late = `data: {"type":"gateway_timeout","status":504}\n\n`
const done = "data: [DONE]\n\n"

/** Writes the events to a reader. */
const write = (events: Stream.Stream<unknown, ApiError>, writer: BodyWriter) => {
  const { body } = eventStream(makeContext(), events, ending)
  return Effect.forkChild(typeof body === "function" ? body(writer) : Effect.die("no stream"))
}

/** The whole body, once it has ended on the clock of the test, and how many lines were logged. */
const written = Effect.fnUntraced(function* (events: Stream.Stream<unknown, ApiError>) {
  let logged = 0
  const logger = Logger.make(() => void logged++)
  const writer = makeWriter()
  const fiber = yield* Effect.provide(write(events, writer), Logger.layer([logger]))
  yield* TestClock.adjust("1 hour")
  yield* Fiber.join(fiber)
  return { logged, text: writer.text() }
})

const slow = (wait: number) => Stream.fromEffect(Effect.as(Effect.sleep(wait), wait))

describe("a stream", () => {
  test("says that it lives after every 15 s without a frame", function* () {
    const { text } = yield* written(Stream.concat(slow(14_999), slow(31_000)))
    assert.strictEqual(text, `data: 14999\n\n: ping\n\n: ping\n\ndata: 31000\n\n${done}`)
  })

  test("goes on after 300 s without an event, and ends with a gateway timeout a moment later", function* () {
    const good = yield* written(Stream.concat(slow(200_000), slow(300_000)))
    assert.isTrue(good.text.endsWith(`data: 300000\n\n${done}`))
    for (const events of [Stream.concat(slow(200_000), slow(300_001)), Stream.never])
      assert.isTrue((yield* written(events)).text.endsWith(late))
  })

  test.each<readonly [string, Stream.Stream<never, ApiError>]>([
    ["a failure", Stream.fail(new UnavailableError({ message: "secret-cause" }))],
    ["a defect", Stream.die(new Error("secret-cause"))],
    ["an interruption of its own", Stream.fromEffect(Effect.interrupt)]
  ])("ends with one fixed frame at %s, and without its mark", function* ([, failing]) {
    const found = yield* written(Stream.concat(Stream.make(1), failing))
    assert.deepEqual(found, { text: `data: 1\n\n${broken}`, logged: 1 })
  })

  test("has five minutes for its next event from when its reader has taken the last one", function* () {
    const { write: take, ...others } = makeWriter()
    const isQuick = (piece: string | Uint8Array) => take(piece) && piece !== "data: 1\n\n"
    const writer = { ...others, drained: Effect.sleep("10 minutes"), write: isQuick }
    const fiber = yield* write(Stream.concat(Stream.make(1), slow(300_000)), writer)
    yield* TestClock.adjust("1 hour")
    yield* Fiber.join(fiber)
    assert.strictEqual(writer.text().replaceAll(": ping\n\n", ""), `data: 1\n\ndata: 300000\n\n${done}`)
  })
})
