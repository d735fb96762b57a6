// The queue of a model: its bound, its order, and what becomes of requests whose callers leave.
import { Caller } from "@leadline/core/authentication"
import { NotFoundError } from "@leadline/core/errors"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as References from "effect/References"
import { assert } from "vitest"
import { makeTurns, type Turns } from "../../src/llama/modelQueue.ts"
import { test } from "../support/effects.ts"

/** Takes the model for a group. */
const take = <A>(turns: Turns, group: string, work: Effect.Effect<A, NotFoundError>) =>
  Effect.provideService(turns.take("decisions.create", work), Caller, { group, key: "key" })

/** A queue whose model is held until it is given back; requests that wait; and their names as they begin. */
const use = Effect.fnUntraced(function* (most: number) {
  const turns = makeTurns("llama", most)
  const end = yield* Deferred.make<void>()
  const order: Array<string> = []
  const fork = <A>(group: string, work: Effect.Effect<A>) =>
    Effect.forkScoped(take(turns, group, work), { startImmediately: true })
  const holder = yield* fork("holder", Deferred.await(end))
  const wait = (name: string) => {
    const begun = Effect.sync(() => order.push(name))
    return fork(name.slice(0, 1), begun)
  }
  return { holder, order, release: Deferred.succeed(end, undefined), turns, wait }
})

test("requests have the model one after the other, each group its share, of which one that leaves takes none", function* () {
  const { holder, order, turns, wait } = yield* use(10)
  const [first, ...others] = yield* Effect.forEach(["a0", "a1", "a2", "b1"], wait)
  assert.deepStrictEqual(order, [])
  if (first !== undefined) yield* Fiber.interrupt(first)
  yield* Fiber.interrupt(holder)
  yield* Effect.forEach(others, Fiber.join)
  assert.deepStrictEqual(order, ["a1", "a2", "b1"])
  yield* Effect.flip(take(turns, "a", Effect.fail(new NotFoundError({ message: "no" }))))
  yield* take(turns, "a", Effect.void)
})

test("one more than may wait is unavailable, and a group may not have over half of the places", function* () {
  const { order, release, turns, wait } = yield* use(4)
  const refused = (group: string) =>
    Effect.map(Effect.flip(take(turns, group, Effect.void)), ({ _tag }) => _tag)
  const two = yield* Effect.forEach(["a1", "a2"], wait)
  assert.strictEqual(yield* refused("a"), "RateLimitError")
  const others = yield* Effect.forEach(["b1", "c1"], wait)
  assert.strictEqual(yield* refused("d"), "UnavailableError")
  yield* release
  yield* Effect.forEach([...two, ...others], Fiber.join)
  assert.sameMembers(order, ["a1", "a2", "b1", "c1"])
})

/** Waits for other fibers to do so many steps. */
const steps = (count: number) => Effect.forEach(Array.from({ length: count }), () => Effect.yieldNow)

// Operations of a fiber after which it yields: with few, others run between any two of them.
test.each([2, 3, 4, 5, 6, 7])(
  "a caller that leaves at any step does not block the others",
  function* (operations) {
    for (const isHeld of [false, true]) {
      for (let step = 0; step < 150; step++) {
        const { holder, order, release, turns, wait } = yield* use(4)
        if (!isHeld) yield* Fiber.interrupt(holder)
        const leaving = yield* Effect.forkScoped(
          take(turns, "a", steps(10)).pipe(Effect.provideService(References.MaxOpsBeforeYield, operations)),
          { startImmediately: true }
        )
        if (isHeld) yield* Effect.andThen(steps(60), release)
        yield* steps(step)
        yield* Fiber.interrupt(leaving)
        yield* wait("b")
        yield* steps(60)
        assert.deepStrictEqual(order, ["b"], `${isHeld ? "held" : "free"}, step ${step}`)
      }
    }
  }
)
