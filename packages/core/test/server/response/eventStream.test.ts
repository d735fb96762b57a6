import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { type ApiError } from "../../../src/errors/ApiError.ts"
import { type StreamEnding, eventStream } from "../../../src/server/response/eventStream.ts"
import { makeContext, makeWriter } from "../exchanges.ts"
import { test } from "../../fixtures/effects.ts"

const ending: StreamEnding<unknown> = {
  mark: "[DONE]",
  failed: ([, type], status) => Effect.succeed({ type, status })
}
const late = `data: {"type":"gateway_timeout","status":504}\n\n`
const done = "data: [DONE]\n\n"

/** The whole body, once it has ended on the clock of the test. */
const written = Effect.fnUntraced(function* (
  events: Stream.Stream<unknown, ApiError>,
  writer = makeWriter()
) {
  const { body } = eventStream(makeContext(), events, ending)
  const writing = typeof body === "function" ? body(writer) : Effect.die("no stream")
  const fiber = yield* Effect.forkChild(Effect.provide(writing, Logger.layer([])))
  yield* TestClock.adjust("1 hour")
  yield* Fiber.join(fiber)
  return writer.text()
})

const slow = (wait: number) => Stream.fromEffect(Effect.as(Effect.sleep(wait), wait))

describe("a stream", () => {
  test("says that it lives after every 15 s without a frame", function* () {
    const text = yield* written(Stream.concat(slow(14_999), slow(31_000)))
    assert.strictEqual(text, `data: 14999\n\n: ping\n\n: ping\n\ndata: 31000\n\n${done}`)
  })

  test("goes on after 300 s without an event, and ends with a gateway timeout a moment later", function* () {
    const good = yield* written(Stream.concat(slow(200_000), slow(300_000)))
    assert.isTrue(good.endsWith(`data: 300000\n\n${done}`))
    for (const events of [Stream.concat(slow(200_000), slow(300_001)), Stream.never])
      assert.isTrue((yield* written(events)).endsWith(late))
  })

  test("has five minutes for its next event from when its reader has taken the last one", function* () {
    const { write: take, ...others } = makeWriter()
    const isQuick = (piece: string | Uint8Array) => take(piece) && piece !== "data: 1\n\n"
    const writer = { ...others, drained: Effect.sleep("10 minutes"), write: isQuick }
    const text = yield* written(Stream.concat(Stream.make(1), slow(300_000)), writer)
    assert.strictEqual(text.replaceAll(": ping\n\n", ""), `data: 1\n\ndata: 300000\n\n${done}`)
  })
})
