// How a server ends, on the clock of the test.
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as Shutdown from "../../../src/server/lifecycle/Shutdown.ts"

const make = Effect.provide(Shutdown.Shutdown, Shutdown.layer)

/** A request that takes so long, and what became of it. */
const underWay = Effect.fnUntraced(function* (drain: Shutdown.Shutdown["Service"], millis: number) {
  return yield* Effect.forkChild(
    Effect.withFiber((fiber) => {
      const request = drain.enter(fiber)
      return Effect.ensuring(Effect.as(Effect.sleep(millis), "answered"), Effect.sync(request.over))
    }),
    { startImmediately: true }
  )
})

const ending = Effect.fnUntraced(function* (
  drain: Shutdown.Shutdown["Service"],
  options?: Shutdown.ShutdownOptions
) {
  const fiber = yield* Effect.forkChild(
    Effect.andThen(Shutdown.run(drain, options), Clock.currentTimeMillis),
    {
      startImmediately: true
    }
  )
  yield* TestClock.adjust("1 minute")
  return yield* Fiber.join(fiber)
})

describe("the end of a server", () => {
  it.effect("takes no time when nothing is in progress", () =>
    Effect.gen(function* () {
      const drain = yield* make
      assert.strictEqual(drain.phase(), "serving")
      assert.strictEqual(yield* ending(drain), 0)
      assert.strictEqual(drain.phase(), "ending")
    })
  )

  it.effect("lets requests finish, and is over with the last of them", () =>
    Effect.gen(function* () {
      const drain = yield* make
      const requests = [yield* underWay(drain, 5_000), yield* underWay(drain, 21_000)]
      assert.strictEqual(drain.open(), 2)
      assert.strictEqual(yield* ending(drain), 21_000)
      for (const request of requests) assert.strictEqual(yield* Fiber.join(request), "answered")
    })
  )

  it.effect("interrupts what has no answer 3 seconds before the grace ends", () =>
    Effect.gen(function* () {
      const drain = yield* make
      const request = yield* underWay(drain, 60_000)
      let toldAt = 0
      drain.whenEnding(() => (toldAt = 1))
      assert.strictEqual(yield* ending(drain), 22_000)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(request)))
      assert.strictEqual(toldAt, 1)
    })
  )

  it.effect("interrupts all that have no answer and no other, whichever were over before", () =>
    Effect.gen(function* () {
      const drain = yield* make
      const long = 60_000
      const requests = []
      for (const millis of [1, long, 2, long, 3, 1, long]) requests.push(yield* underWay(drain, millis))
      yield* TestClock.adjust(1)
      requests.push(yield* underWay(drain, long), yield* underWay(drain, 1))
      yield* TestClock.adjust(10)
      assert.strictEqual(drain.open(), 4)
      yield* drain.end
      const exits = yield* Effect.forEach(requests, Fiber.await)
      assert.deepStrictEqual(exits.map(Exit.hasInterrupts), [
        false,
        true,
        false,
        true,
        false,
        false,
        true,
        true,
        false
      ])
      assert.strictEqual(drain.open(), 0)
    })
  )

  it.effect("does not wait for what does not react, but half of those 3 seconds", () =>
    Effect.gen(function* () {
      const drain = yield* make
      yield* Effect.withFiber((fiber) => Effect.sync(() => drain.enter(fiber).answered()))
      assert.strictEqual(yield* ending(drain), 23_500)
    })
  )

  it.effect("accepts for a while, and not again", () =>
    Effect.gen(function* () {
      const drain = yield* make
      const phases: Array<string> = []
      const stopAccepting = Effect.map(
        Clock.currentTimeMillis,
        (now) => void phases.push(`${now} ${drain.phase()}`)
      )
      assert.strictEqual(yield* ending(drain, { linger: 1_000, stopAccepting }), 1_000)
      assert.deepEqual(phases, ["1000 closing"])
    })
  )

  it.effect("is reported at once to listeners that are added after it", () =>
    Effect.gen(function* () {
      const drain = yield* make
      const reported: Array<number> = []
      drain.whenEnding(() => reported.push(1))
      drain.whenEnding(() => reported.push(2))()
      yield* drain.end
      drain.whenEnding(() => reported.push(3))
      yield* drain.end
      assert.deepEqual(reported, [1, 3])
    })
  )
})
