// Nodes that count together: exact whatever their clocks say, and each for itself while the shared counter is away.
import { assert, describe } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { make, makeMemory, makeShared, type Windows } from "../../../src/server/admission/RateLimiter.ts"
import { test, testOver } from "../../fixtures/effects.ts"

const quietTest = testOver(Logger.layer([]))

class Away extends Data.TaggedError("Away")<{ readonly message: string }> {}

/** A counter with a clock of its own, as a store on another machine has. */
const counter = (clock: Clock.Clock): Windows<Away> => {
  const memory = makeMemory()
  return { take: (taking) => Effect.provideService(memory.take(taking), Clock.Clock, clock) }
}

/** A node whose clock is wrong by so many milliseconds. */
const node = (windows: Windows<Away>, clock: Clock.Clock, skew: number, limit: number) => {
  const limiter = make(makeShared(windows, { nodes: 4 }), { requestsPerSecond: limit })
  const now = () => clock.currentTimeMillisUnsafe() + skew
  const wrong: Clock.Clock = Object.create(clock, {
    currentTimeMillis: { value: Effect.sync(now) },
    currentTimeMillisUnsafe: { value: now }
  })
  return Effect.provideService(limiter.take("group", "operation"), Clock.Clock, wrong)
}

test("nodes whose clocks differ by ten seconds admit the limit in every second of the counter, no more", function* () {
  const clock = yield* Clock.Clock
  const windows = counter(clock)
  const nodes = [-5000, -1234, 0, 5000].map((skew) => node(windows, clock, skew, 10))
  const admitted = new Map<number, number>()
  for (let time = 0; time < 20_000; time += 7) {
    yield* TestClock.setTime(time)
    for (const take of nodes) {
      const count = yield* take
      assert.strictEqual(count.used + count.remaining, 10)
      assert.strictEqual(count.reset, Math.floor(time / 1000) + 1)
      if (count.wait !== undefined) assert.isAtMost(count.wait, 1000)
      else admitted.set(count.reset, (admitted.get(count.reset) ?? 0) + 1)
    }
  }
  assert.deepEqual([...admitted.values()], Array<number>(20).fill(10))
})

describe("while the shared counter is away", () => {
  const failing: Windows<Away> = { take: () => Effect.fail(new Away({ message: "closed" })) }

  quietTest("each node admits its share of the limit, at least one", function* () {
    const limiter = make(makeShared(failing, { nodes: 4 }), { requestsPerSecond: 10 })
    const counts = yield* Effect.replicateEffect(limiter.take("a", "x"), 3)
    assert.deepEqual(
      counts.map(({ limit, wait }) => `${limit} ${wait === undefined}`).join(),
      "2 true,2 true,2 false"
    )
    const few = make(makeShared(failing, { nodes: 40 }), { requestsPerSecond: 10 })
    assert.strictEqual((yield* few.take("a", "x")).limit, 1)
    assert.strictEqual((yield* few.take("a", "x", 0)).limit, 0)
  })

  quietTest("a silent one keeps a request, and what settles a reservation, for 50 ms", function* () {
    const memory = makeMemory()
    const later: Windows<Away> = {
      take: (taking) => Effect.map(memory.take(taking), (taken) => ({ ...taken, add: () => Effect.never }))
    }
    const silent: Windows<Away> = { take: () => Effect.never }
    const { settle } = yield* make(makeShared(later, { nodes: 1 })).reserve("a", 10, 100)
    const settling = yield* Effect.forkChild(settle(5))
    const taking = yield* Effect.forkChild(make(makeShared(silent, { nodes: 1 })).take("a", "x"))
    yield* TestClock.adjust(49)
    assert.isUndefined(taking.pollUnsafe())
    yield* TestClock.adjust(1)
    assert.strictEqual((yield* Fiber.join(taking)).used, 1)
    assert.isDefined(settling.pollUnsafe())
  })
})
