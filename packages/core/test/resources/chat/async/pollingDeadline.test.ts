import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as TestClock from "effect/testing/TestClock"
import { AsyncChat } from "../../../../src/resources/chat/async/index.ts"
import { clientOver, type Step } from "../../../fixtures/wire.ts"
import { record, request, running, step } from "../../../fixtures/asyncChat.ts"
import { test } from "../../../fixtures/effects.ts"

/** The longest back-off: one that ends within a deadline would lead to another attempt. */
const noLuck: typeof Random.Random.Service = {
  nextIntUnsafe: () => 0,
  nextDoubleUnsafe: () => 1
}

/** The failure of polling on the test's clock. */
const failure = (steps: ReadonlyArray<Step>, timeout: number) =>
  Effect.gen(function* () {
    const polling = yield* Effect.forkChild(
      Effect.flip(AsyncChat.use((chat) => chat.createAndPoll({ request }, { timeout, pollInterval: 500 })))
    )
    yield* TestClock.adjust("1 hour")
    return yield* Fiber.join(polling)
  }).pipe(Effect.provideService(Random.Random, noLuck), Effect.provide(clientOver(steps).layer))

describe("createAndPoll", () => {
  test("ends at its deadline with the facts of the last call, and its own time", function* () {
    const late = yield* failure([step(record), step(running)], 999)
    assert.deepInclude(late, {
      _tag: "DeadlineExceededError",
      message: "No answer within 999 ms. The request goes on: r1",
      operation: "AsyncChat.get",
      attempts: 1,
      elapsed: 999,
      sent: true,
      isRetryable: false
    })
  })

  test("of a request that is never accepted fails with the failure to submit it", function* () {
    const facts = { operation: "AsyncChat.create", attempts: 1 }
    const unsent = yield* failure([{ breaks: { phase: "connect", code: "ECONNREFUSED" } }], 50)
    assert.deepInclude(unsent, { ...facts, _tag: "ConnectionError", reason: "refused", sent: false })
    assert.isBelow(unsent.elapsed ?? Infinity, 51)
    const silent = yield* failure([{ silent: true }], 50)
    const message = "No answer within 50 ms."
    assert.deepInclude(silent, { ...facts, _tag: "DeadlineExceededError", message, elapsed: 50 })
  })

  test("of a request in the queue fails as one that was not sent", function* () {
    const { layer, sent } = clientOver([{ silent: true }], { concurrency: 1 })
    const result = yield* Effect.gen(function* () {
      const chat = yield* AsyncChat
      yield* Effect.forkChild(chat.list())
      const polling = yield* Effect.forkChild(Effect.flip(chat.createAndPoll({ request }, { timeout: 50 })))
      yield* TestClock.adjust(50)
      return yield* Fiber.join(polling)
    }).pipe(Effect.provide(layer))
    assert.strictEqual(sent.length, 1)
    assert.deepInclude(result, {
      _tag: "DeadlineExceededError",
      operation: "AsyncChat.create",
      attempts: 0,
      sent: false
    })
  })
})
