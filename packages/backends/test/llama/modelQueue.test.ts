// The queue of a model: its bound, its order, and what becomes of requests whose callers leave.
import { NotFoundError } from "@leadline/core/errors"
import { Caller } from "@leadline/core/authentication"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as References from "effect/References"
import { assert } from "vitest"
import { makeTurns, type Turns } from "../../src/llama/modelQueue.ts"
import { test } from "../support/effects.ts"

const of = (group: string) => Effect.provideService(Caller, { group, key: "key" })

/** Takes the model, and keeps it until it is told to give it back. */
const hold = Effect.fnUntraced(function* (turns: Turns, group = "holder") {
  const begun = yield* Deferred.make<void>()
  const end = yield* Deferred.make<void>()
  const fiber = yield* Effect.forkScoped(
    turns
      .take("decisions.create", Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(end)))
      .pipe(of(group)),
    { startImmediately: true }
  )
  yield* Deferred.await(begun)
  return { fiber, release: Deferred.succeed(end, undefined) }
})

/** Requests that wait, in the order in which they were made; `order` gets their names as they begin. */
const queue = (
  turns: Turns,
  order: Array<string>,
  names: ReadonlyArray<readonly [group: string, name: string]>
) =>
  Effect.forEach(names, ([group, name]) => {
    const begins = Effect.sync(() => order.push(name))
    return Effect.forkScoped(turns.take("decisions.create", begins).pipe(of(group)), {
      startImmediately: true
    })
  })

test("requests have the model one after the other, and each group its share", function* () {
  const turns = makeTurns("llama", 10)
  const order: Array<string> = []
  const { release } = yield* hold(turns)
  const waiting = yield* queue(turns, order, [
    ["a", "a1"],
    ["a", "a2"],
    ["b", "b1"]
  ])
  assert.deepStrictEqual(order, [])
  yield* release
  yield* Effect.forEach(waiting, Fiber.join)
  assert.deepStrictEqual(order, ["a1", "a2", "b1"])
})

test("one more than may wait is unavailable, and a group may not have over half of the places", function* () {
  const turns = makeTurns("llama", 4)
  const order: Array<string> = []
  const { release } = yield* hold(turns)
  const waiting = yield* queue(turns, order, [
    ["a", "a1"],
    ["a", "a2"]
  ])
  const third = yield* Effect.flip(turns.take("decisions.create", Effect.void).pipe(of("a")))
  assert.strictEqual(third._tag, "RateLimitError")
  const others = yield* queue(turns, order, [
    ["b", "b1"],
    ["c", "c1"]
  ])
  const full = yield* Effect.flip(turns.take("decisions.create", Effect.void).pipe(of("d")))
  assert.strictEqual(full._tag, "UnavailableError")
  yield* release
  yield* Effect.forEach([...waiting, ...others], Fiber.join)
  assert.sameMembers(order, ["a1", "a2", "b1", "c1"])
})

test("a caller that fails or leaves gives its place back, waiting or at work", function* () {
  const turns = makeTurns("llama", 2)
  yield* Effect.flip(turns.take("decisions.create", Effect.fail(new NotFoundError({ message: "no" }))))
  const order: Array<string> = []
  const { fiber } = yield* hold(turns)
  const [waiting] = yield* queue(turns, order, [["a", "gone"]])
  assert.isDefined(waiting)
  if (waiting !== undefined) yield* Fiber.interrupt(waiting)
  const [next] = yield* queue(turns, order, [["a", "next"]])
  yield* Fiber.interrupt(fiber)
  if (next !== undefined) yield* Fiber.join(next)
  assert.deepStrictEqual(order, ["next"])
  yield* turns.take("decisions.create", Effect.void)
})

/** Waits for other fibers to do so many steps. */
const steps = (count: number) => Effect.forEach(Array.from({ length: count }), () => Effect.yieldNow)

/** Operations of a fiber after which it yields: with few, others run between any two of them. */
const few = [2, 3, 4, 5, 6, 7]

test.each(few)("a caller that leaves at any step keeps the model from nobody", function* (operations) {
  for (const isHeld of [false, true]) {
    for (let step = 0; step < 150; step++) {
      const turns = makeTurns("llama", 4)
      const holder = isHeld ? yield* hold(turns) : undefined
      const leaving = yield* Effect.forkScoped(
        turns
          .take("decisions.create", steps(10))
          .pipe(of("a"), Effect.provideService(References.MaxOpsBeforeYield, operations)),
        { startImmediately: true }
      )
      if (holder !== undefined) yield* Effect.andThen(steps(60), holder.release)
      yield* steps(step)
      yield* Fiber.interrupt(leaving)
      const order: Array<string> = []
      yield* queue(turns, order, [["b", "b"]])
      yield* steps(60)
      assert.deepStrictEqual(order, ["b"], `${isHeld ? "held" : "free"}, step ${step}`)
    }
  }
})
