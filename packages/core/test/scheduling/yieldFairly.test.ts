import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { setImmediate } from "node:timers/promises"
import { enableFairQueue, yieldAfter, yieldFairly } from "../../src/scheduling/yieldFairly.ts"

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

/** Work that notes each of its pieces, by default ten of a millisecond. */
const working = (name: string, done: Array<string>, milliseconds = 1, pieces = 10) =>
  Effect.gen(function* () {
    for (let piece = 0; piece < pieces; piece++) {
      done.push(name)
      work(milliseconds)
      yield* yieldFairly
    }
  }).pipe(Effect.provideService(Clock.Clock, clock))

it("goes on with all work at every turn of the loop, unless turns are shared", async () => {
  const done: Array<string> = []
  const ended = Promise.all(Array.from({ length: 20 }, () => Effect.runPromise(working("a", done))))
  for (let loops = 1; loops <= 10; loops++) {
    assert.isAtLeast(done.length, loops * 20)
    await setImmediate()
  }
  await ended
})

/** The most that is done in one turn of the loop, and the turns, until so much is done. */
const turnsUntil = async (done: { readonly length: number }, count: number) => {
  let most = 0
  let turns = 0
  for (; done.length < count; turns++) {
    const before = done.length
    await setImmediate()
    most = Math.max(most, done.length - before)
  }
  return { most, turns }
}

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

  it("of one goes on at every turn of the loop", async () => {
    const done: Array<string> = []
    const ended = start(["a"], done)
    assert.isAtMost((await turnsUntil(done, 10)).most, 1)
    await ended
    assert.lengthOf(done, 10)
  })

  it("of many goes on in turn, and a few pieces of it between two turns of the loop", async () => {
    const done: Array<string> = []
    const names = Array.from("abcdefghij")
    const ended = start(names, done)
    assert.deepStrictEqual(done, names)
    const { most, turns } = await turnsUntil(done, 100)
    assert.isAtMost(most, 8)
    assert.isAbove(turns, 11)
    await ended
    assert.deepStrictEqual(done, Array.from({ length: 10 }, () => names).flat())
  })

  it("of one request of a group gets half of the steps beside sixty requests of another", async () => {
    const done: Array<string> = []
    const begin = (group: string) =>
      Effect.runPromise(Effect.provideService(working(group, done), Group, group))
    const heavy = Promise.all(Array.from({ length: 60 }, () => begin("heavy")))
    const calm = begin("calm")
    await calm
    // Sixty are their first steps, before any of them waits.
    assert.isAtMost(done.length - 60, 25)
    await heavy
    assert.lengthOf(done, 610)
  })

  it("counts what it takes, not what it says: long pieces of one group are as few as they are long", async () => {
    const done: Array<string> = []
    const begin = (group: string, milliseconds: number, pieces: number) =>
      Effect.runPromise(Effect.provideService(working(group, done, milliseconds, pieces), Group, group))
    const long = Promise.all(Array.from({ length: 20 }, () => begin("long", 10, 10)))
    await begin("short", 1, 60)
    // Sixty are short, and twenty the first ones of the long work.
    assert.isAtMost(done.length - 80, 8)
    await long
  })

  it("lets the loop turn after each piece that is as long as a round", async () => {
    const done: Array<number> = []
    const piece = Effect.andThen(
      Effect.sync(() => {
        done.push(1)
        work(4)
      }),
      yieldAfter(4)
    )
    const long = Effect.provideService(Effect.repeat(piece, { times: 9 }), Clock.Clock, clock)
    const ended = Promise.all(["a", "b", "c"].map(() => Effect.runPromise(long)))
    assert.isAtMost((await turnsUntil(done, 30)).most, 1)
    await ended
  })

  it("waits while it may not go on", async () => {
    mayWork = false
    const done: Array<string> = []
    const ended = start(["a", "b", "c"], done)
    const { length: begun } = done
    for (let turn = 0; turn < 5; turn++) await setImmediate()
    const { length: waiting } = done
    mayWork = true
    await ended
    assert.deepStrictEqual([begun, waiting, done.length], [3, 3, 30])
  })

  it("that is given up does not hold up the rest", async () => {
    const done: Array<string> = []
    const given = Array.from({ length: 6 }, () => Effect.runFork(Effect.forever(yieldFairly)))
    const ended = start(["a"], done)
    await Effect.runPromise(Fiber.interruptAll(given))
    await ended
    assert.lengthOf(done, 10)
  })

  it("is done at once where all is", () => {
    const done: Array<string> = []
    Effect.runSync(working("a", done))
    assert.lengthOf(done, 10)
  })
})
