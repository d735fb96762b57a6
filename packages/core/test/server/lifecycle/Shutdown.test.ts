// How a server ends, on the clock of the test.
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as Shutdown from "../../../src/server/lifecycle/Shutdown.ts"

type Server = Shutdown.Shutdown["Service"]

/** Requests that take so many milliseconds. */
const underWay = (drain: Server, ...durations: ReadonlyArray<number>) =>
  Effect.forEach(durations, (millis) =>
    Effect.forkChild(
      Effect.withFiber((fiber) => {
        const request = drain.enter(fiber)
        return Effect.ensuring(Effect.as(Effect.sleep(millis), "answered"), Effect.sync(request.over))
      }),
      { startImmediately: true }
    )
  )

/** When the server has ended. */
const ending = Effect.fnUntraced(function* (drain: Server, options?: Shutdown.ShutdownOptions) {
  const run = Effect.andThen(Shutdown.run(drain, options), Clock.currentTimeMillis)
  const fiber = yield* Effect.forkChild(run, { startImmediately: true })
  yield* TestClock.adjust("1 minute")
  return yield* Fiber.join(fiber)
})

/** A test with a server. */
const serving = (name: string, steps: (drain: Server) => Generator<Effect.Effect<unknown>, void, never>) =>
  it.effect(name, () =>
    Shutdown.Shutdown.use((drain) => Effect.gen(() => steps(drain))).pipe(Effect.provide(Shutdown.layer))
  )

describe("the end of a server", () => {
  serving("takes no time when nothing is in progress", function* (drain) {
    assert.strictEqual(drain.phase(), "serving")
    assert.strictEqual(yield* ending(drain), 0)
    assert.strictEqual(drain.phase(), "ending")
  })

  serving("lets requests finish, and is over with the last of them", function* (drain) {
    const requests = yield* underWay(drain, 5_000, 21_000)
    assert.strictEqual(drain.open(), 2)
    assert.strictEqual(yield* ending(drain), 21_000)
    for (const request of requests) assert.strictEqual(yield* Fiber.join(request), "answered")
  })

  serving("interrupts what has no answer 3 seconds before the grace ends", function* (drain) {
    const [request = assert.fail()] = yield* underWay(drain, 60_000)
    let toldAt = 0
    drain.whenEnding(() => (toldAt = 1))
    assert.strictEqual(yield* ending(drain), 22_000)
    assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(request)))
    assert.strictEqual(toldAt, 1)
  })

  serving("interrupts all that have no answer and no other, whichever were over before", function* (drain) {
    const long = 60_000
    const requests = yield* underWay(drain, 1, long, 2, long, 3, 1, long)
    yield* TestClock.adjust(1)
    requests.push(...(yield* underWay(drain, long, 1)))
    yield* TestClock.adjust(10)
    assert.strictEqual(drain.open(), 4)
    yield* drain.end
    const exits = yield* Effect.forEach(requests, Fiber.await)
    const interrupted = exits.flatMap((exit, at) => (Exit.hasInterrupts(exit) ? [at] : []))
    assert.deepStrictEqual(interrupted, [1, 3, 6, 7])
    assert.strictEqual(drain.open(), 0)
  })

  serving("does not wait for what does not react, but half of those 3 seconds", function* (drain) {
    yield* Effect.withFiber((fiber) => Effect.sync(() => drain.enter(fiber).answered()))
    assert.strictEqual(yield* ending(drain), 23_500)
  })

  serving("accepts for a while, and not again", function* (drain) {
    const phases: Array<string> = []
    const stopAccepting = Effect.map(
      Clock.currentTimeMillis,
      (now) => void phases.push(`${now} ${drain.phase()}`)
    )
    assert.strictEqual(yield* ending(drain, { linger: 1_000, stopAccepting }), 1_000)
    assert.deepEqual(phases, ["1000 closing"])
  })

  serving("is reported at once to listeners that are added after it", function* (drain) {
    const reported: Array<number> = []
    drain.whenEnding(() => reported.push(1))
    drain.whenEnding(() => reported.push(2))()
    yield* drain.end
    drain.whenEnding(() => reported.push(3))
    yield* drain.end
    assert.deepEqual(reported, [1, 3])
  })
})
