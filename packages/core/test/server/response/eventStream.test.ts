import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { type ApiError, UnavailableError } from "../../../src/errors/ApiError.ts"
import { type Ending, respond } from "../../../src/server/response/eventStream.ts"

const ending: Ending<unknown> = { mark: "[DONE]", failed: () => Effect.succeed({ error: "fixed" }) }

const bodyOf = (response: HttpServerResponse.HttpServerResponse) =>
  response.body._tag === "Stream"
    ? Stream.mkString(Stream.decodeText(response.body.stream))
    : Effect.die("no stream")

/** The whole body, once it has ended on the clock of the test. */
const written = Effect.fnUntraced(function* (
  events: Stream.Stream<unknown, ApiError>,
  how: Ending<unknown> = ending
) {
  const logged: Array<unknown> = []
  const logger = Logger.make(({ message }) => void logged.push(message))
  const body = Effect.flatMap(respond(events, how), bodyOf).pipe(Effect.provide(Logger.layer([logger])))
  const fiber = yield* Effect.forkChild(body)
  yield* TestClock.adjust("1 hour")
  return { logged, text: yield* Fiber.join(fiber) }
})

const slow = (wait: number) => Stream.fromEffect(Effect.as(Effect.sleep(wait), wait))

describe("a stream", () => {
  it.effect("is one line of JSON a frame, and the mark", () =>
    Effect.gen(function* () {
      const { logged, text } = yield* written(Stream.make({ text: "a\nb\r\u2028" }, { text: "c" }))
      assert.strictEqual(text, 'data: {"text":"a\\nb\\r\u2028"}\n\ndata: {"text":"c"}\n\ndata: [DONE]\n\n')
      assert.deepEqual(logged, [])
    })
  )

  it.effect("has no mark where none is due", () =>
    Effect.gen(function* () {
      const { text } = yield* written(Stream.make(1), { failed: () => Effect.succeed(0) })
      assert.strictEqual(text, "data: 1\n\n")
    })
  )

  it.effect("says that it lives after every 15 s without a frame", () =>
    Effect.gen(function* () {
      const { text } = yield* written(Stream.concat(slow(14_999), slow(31_000)))
      assert.strictEqual(text, "data: 14999\n\n: ping\n\n: ping\n\ndata: 31000\n\ndata: [DONE]\n\n")
    })
  )

  const failures: ReadonlyArray<readonly [string, Stream.Stream<never, ApiError>]> = [
    ["a failure", Stream.fail(new UnavailableError({ message: "secret-cause" }))],
    ["a defect", Stream.die(new Error("secret-cause"))],
    ["an interruption of its own", Stream.fromEffect(Effect.interrupt)]
  ]
  for (const [name, failing] of failures) {
    it.effect(`ends with one fixed frame at ${name}, and without its mark`, () =>
      Effect.gen(function* () {
        const { logged, text } = yield* written(Stream.concat(Stream.make(1), failing))
        assert.strictEqual(text, 'data: 1\n\ndata: {"error":"fixed"}\n\n')
        assert.strictEqual(logged.length, 1)
      })
    )
  }

  it.effect("is not asked ahead of its reader, and interrupted when its reader goes", () =>
    Effect.gen(function* () {
      let made = 0
      let isEnded = false
      const events = Stream.range(1, 1_000_000, 1).pipe(
        Stream.rechunk(1),
        Stream.tap(() => Effect.sync(() => made++)),
        Stream.concat(Stream.never),
        Stream.ensuring(Effect.sync(() => (isEnded = true)))
      )
      const response = yield* respond(events, ending)
      if (response.body._tag !== "Stream") return assert.fail("no stream")
      yield* Stream.runDrain(Stream.take(response.body.stream, 3))
      assert.isTrue(isEnded)
      assert.isAtMost(made, 5)
    })
  )

  it.effect("is interrupted while it waits", () =>
    Effect.gen(function* () {
      let isEnded = false
      const silent = Stream.concat(Stream.make(1), Stream.never).pipe(
        Stream.ensuring(Effect.sync(() => (isEnded = true)))
      )
      const fiber = yield* Effect.forkChild(Effect.flatMap(respond(silent, ending), bodyOf))
      yield* TestClock.adjust("20 seconds")
      assert.isFalse(isEnded)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(isEnded)
    })
  )
})
