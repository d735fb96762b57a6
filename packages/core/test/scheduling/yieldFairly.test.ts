import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { setImmediate } from "node:timers/promises"
import { enableFairQueue, yieldFairly } from "../../src/scheduling/yieldFairly.ts"

const Group = Context.Reference("test/Group", { defaultValue: () => "none" })

/** A clock that the pieces of work move on. */
const makeClock = () => {
  let nanos = 0n
  const work = (milliseconds: number) => {
    nanos += BigInt(milliseconds * 1e6)
  }
  const real = Context.get(Context.empty(), Clock.Clock)
  const clock: Clock.Clock = Object.assign(Object.create(real), { monotonicTimeNanosUnsafe: () => nanos })
  return { work, clock }
}

const { clock, work } = makeClock()

/** Work that notes each of its ten pieces of a millisecond. */
const working = (name: string, done: Array<string>) =>
  Effect.gen(function* () {
    for (let piece = 0; piece < 10; piece++) {
      done.push(name)
      work(1)
      yield* yieldFairly
    }
  }).pipe(Effect.provideService(Clock.Clock, clock))

const start = (names: ReadonlyArray<string>, done: Array<string>) =>
  Promise.all(names.map((name) => Effect.runPromise(working(name, done))))

describe("long work that shares its turns", () => {
  let mayWork = true
  beforeAll(() =>
    enableFairQueue(
      (context) => Context.get(context, Group),
      () => mayWork
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

  it("waits while it may not go on", async () => {
    mayWork = false
    const done: Array<string> = []
    const ended = start(["a", "b", "c"], done)
    for (let turn = 0; turn < 5; turn++) await setImmediate()
    assert.lengthOf(done, 3)
    mayWork = true
    await ended
    assert.lengthOf(done, 30)
  })

  it("that is given up does not hold up the rest", async () => {
    const done: Array<string> = []
    const given = Array.from({ length: 6 }, () => Effect.runFork(Effect.forever(yieldFairly)))
    const ended = start(["a"], done)
    await Effect.runPromise(Fiber.interruptAll(given))
    await ended
    assert.lengthOf(done, 10)
  })
})
