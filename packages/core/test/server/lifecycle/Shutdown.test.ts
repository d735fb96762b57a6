// How a server ends, on the clock of the test; on the wire in packages/lab/test/server.
import { assert } from "@effect/vitest"
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

test("the end interrupts what has no answer and nothing else, whichever were over before, 3 seconds before the grace ends", function* () {
  const drain = yield* Shutdown.Shutdown
  const long = 60_000
  const requests = yield* underWay(1, long, 2, long, 21_000, 1, long)
  yield* TestClock.adjust(1)
  requests.push(...(yield* underWay(long, 1)))
  yield* TestClock.adjust(999)
  assert.strictEqual(drain.open(), 5)
  const ending = yield* Effect.forkChild(Effect.andThen(Shutdown.run(drain), Clock.currentTimeMillis))
  yield* TestClock.adjust("1 minute")
  assert.strictEqual(yield* Fiber.join(ending), 23_000)
  const exits = yield* Effect.forEach(requests, Fiber.await)
  const interrupted = exits.flatMap((exit, at) => (Exit.hasInterrupts(exit) ? [at] : []))
  assert.deepStrictEqual(interrupted, [1, 3, 6, 7])
  assert.strictEqual(drain.open(), 0)
})
