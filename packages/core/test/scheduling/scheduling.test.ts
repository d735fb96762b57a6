// Work that shares its turns, and timers on the clock of the machine.
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { FairQueue } from "../../src/scheduling/FairQueue.ts"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { enableFairQueue, yieldFairly } from "../../src/scheduling/yieldFairly.ts"
import { afterEach, vi } from "vitest"
import { setTimer } from "../../src/scheduling/timer.ts"

/** A queue of requests of two groups, named by their groups. */
const filled = (heavy: number, calm: number) => {
  const queue = new FairQueue<string>()
  for (let entry = 0; entry < heavy; entry++) queue.add("heavy", "heavy", 1)
  for (let entry = 0; entry < calm; entry++) queue.add("calm", "calm", 1)
  return queue
}

/** Who is served in so many turns, each of which ends with more work of the same request. */
const serve = (queue: FairQueue<string>, turns: number, cost: (group: string) => number = () => 1) =>
  Array.from({ length: turns }, () => {
    const group = queue.take() ?? assert.fail("no entry waits")
    queue.add(group, group, cost(group))
    return group
  })

const share = (served: ReadonlyArray<string>, group: string) =>
  served.filter((name) => name === group).length / served.length

it("a fair queue shares the time, not the turns", () => {
  const queue = filled(10, 10)
  serve(queue, 100)
  const served = serve(queue, 500, (group) => (group === "heavy" ? 4 : 1))
  assert.strictEqual(share(served, "heavy"), 0.2)
})

const Group = Context.Reference("test/Group", { defaultValue: () => "none" })

/** A clock that the pieces of work move on. */
let nanos = 0n
const machine = Context.get(Context.empty(), Clock.Clock)
const clock: Clock.Clock = Object.assign(Object.create(machine), { monotonicTimeNanosUnsafe: () => nanos })

/** Work that notes each of its ten pieces of a millisecond. */
const working = (name: string, done: Array<string>) =>
  Effect.gen(function* () {
    for (let piece = 0; piece < 10; piece++) {
      done.push(name)
      nanos += 1_000_000n
      yield* yieldFairly
    }
  }).pipe(Effect.provideService(Clock.Clock, clock))

describe("long work that shares its turns", () => {
  beforeAll(() =>
    enableFairQueue(
      (context) => Context.get(context, Group),
      () => true
    )
  )

  it("of one request of a group gets half of the steps beside sixty requests of another", async () => {
    const done: Array<string> = []
    const begin = (group: string) =>
      Effect.runPromise(Effect.provideService(working(group, done), Group, group))
    const heavy = Promise.all(Array.from({ length: 60 }, () => begin("heavy")))
    await begin("calm")
    // Sixty are their first steps, before any of them waits.
    assert.isAtMost(done.length - 60, 25)
    await heavy
    assert.lengthOf(done, 610)
  })

  it("that is given up does not hold up the rest", async () => {
    const done: Array<string> = []
    const given = Array.from({ length: 6 }, () => Effect.runFork(Effect.forever(yieldFairly)))
    const ended = Effect.runPromise(working("a", done))
    await Effect.runPromise(Fiber.interruptAll(given))
    await ended
    assert.lengthOf(done, 10)
  })
})

const set = (millis: number, onTimeout: () => void) => setTimer(machine, Context.empty(), millis, onTimeout)

afterEach(() => void vi.useRealTimers())

it.each([2 ** 31 - 1, 2 ** 31, 60 * 86_400_000])(
  "a timer runs after %d ms and not before, and leaves nothing behind when it is cancelled",
  (millis) => {
    vi.useFakeTimers()
    const onTimeout = vi.fn<() => void>()
    const cancel = set(millis, () => assert.fail("it was cancelled"))
    cancel?.()
    assert.strictEqual(vi.getTimerCount(), 0)
    set(millis, onTimeout)
    vi.advanceTimersByTime(millis - 1)
    assert.lengthOf(onTimeout.mock.calls, 0)
    vi.advanceTimersByTime(1)
    assert.lengthOf(onTimeout.mock.calls, 1)
  }
)
