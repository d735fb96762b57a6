// How a server ends, on the clock of the test.
import { assert, describe } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as Shutdown from "../../../src/server/lifecycle/Shutdown.ts"
import { testOver } from "../../fixtures/effects.ts"

const test = testOver(Shutdown.layer)

/** Requests that take so many milliseconds. */
const underWay = Effect.fnUntraced(function* (...durations: ReadonlyArray<number>) {
  const drain = yield* Shutdown.Shutdown
  return yield* Effect.forEach(durations, (millis) =>
    Effect.forkChild(
      Effect.withFiber((fiber) => {
        const request = drain.enter(fiber)
        return Effect.ensuring(Effect.sleep(millis), Effect.sync(request.over))
      }),
      { startImmediately: true }
    )
  )
})

/** When the server has ended. */
const ending = Effect.fnUntraced(function* (options?: Shutdown.ShutdownOptions) {
  const run = Effect.andThen(Shutdown.run(yield* Shutdown.Shutdown, options), Clock.currentTimeMillis)
  const fiber = yield* Effect.forkChild(run, { startImmediately: true })
  yield* TestClock.adjust("1 minute")
  return yield* Fiber.join(fiber)
})

describe("the end of a server", () => {
  test("lets requests finish, and is over with the last of them", function* () {
    const requests = yield* underWay(5_000, 21_000)
    assert.strictEqual(yield* ending(), 21_000)
    for (const request of requests) assert.isTrue(Exit.isSuccess(yield* Fiber.await(request)))
    // Nothing is in progress a minute after that.
    assert.strictEqual(yield* ending(), 60_000)
  })

  test("interrupts what has no answer and nothing else, whichever were over before, 3 seconds before the grace ends", function* () {
    const drain = yield* Shutdown.Shutdown
    const long = 60_000
    const requests = yield* underWay(1, long, 2, long, 3, 1, long)
    yield* TestClock.adjust(1)
    requests.push(...(yield* underWay(long, 1)))
    yield* TestClock.adjust(999)
    assert.strictEqual(drain.open(), 4)
    assert.strictEqual(yield* ending(), 23_000)
    const exits = yield* Effect.forEach(requests, Fiber.await)
    const interrupted = exits.flatMap((exit, at) => (Exit.hasInterrupts(exit) ? [at] : []))
    assert.deepStrictEqual(interrupted, [1, 3, 6, 7])
    assert.strictEqual(drain.open(), 0)
  })

  test("does not wait for what does not react, but half of those 3 seconds", function* () {
    const drain = yield* Shutdown.Shutdown
    yield* Effect.withFiber((fiber) => Effect.sync(() => drain.enter(fiber).answered()))
    assert.strictEqual(yield* ending(), 23_500)
  })
})
