// Turns of key groups: a group with a long queue delays its own requests only.
import { assert, describe } from "@effect/vitest"
import { Caller } from "@leadline/core/authentication"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { adjust, eventually, insertGroup, startingAt } from "../stores.ts"
import {
  createInOrder,
  ended,
  hasBegun,
  isRunning,
  loseWorker,
  newQueue,
  quick,
  scriptedChat,
  worker
} from "./scriptedChat.ts"
import { testOver } from "../effects.ts"

/** Stores requests of a group, which is created if absent; gives the record of the last when it has ended. */
const store = Effect.fnUntraced(function* (group: string, contents: ReadonlyArray<string>) {
  yield* insertGroup(group)
  const as = Effect.provideService(Caller, { group, key: "k" })
  const made = yield* createInOrder(contents).pipe(as)
  return { lastEnded: ended(made.at(-1)?.id ?? assert.fail()).pipe(as) }
})

const names = (group: string, count: number) => Array.from({ length: count }, (_, at) => `${group} ${at}`)

const turnsTest = testOver(newQueue, startingAt(1_790_000_000_000))

describe("a worker", () => {
  turnsTest("takes requests of groups in turn, the oldest of each first", function* () {
    const chat = scriptedChat()
    const { lastEnded } = yield* store("b", names("b", 6))
    yield* store("a", names("a", 2))
    yield* store("c", names("c", 1))
    yield* Effect.provide(lastEnded, worker(chat, { ...quick, concurrency: 1 }))
    const turns = ["a 0", "b 0", "c 0", "a 1", "b 1", "b 2", "b 3", "b 4", "b 5"]
    assert.deepStrictEqual(chat.seen.begun, turns)
  })

  turnsTest("starts a request while those of two other groups never end", function* () {
    const chat = scriptedChat()
    const [a, b] = [Array<string>(10).fill("never a"), Array<string>(10).fill("never b")]
    yield* store("a", a)
    yield* store("b", b)
    yield* Effect.gen(function* () {
      yield* isRunning(chat.seen, 6)
      const calm = yield* store("c", ["c"])
      assert.strictEqual((yield* calm.lastEnded).status, "COMPLETED")
      assert.deepStrictEqual(chat.seen.begun.toSorted(), ["c", ...a.slice(7), ...b.slice(7)])
    }).pipe(Effect.provide(worker(chat, { ...quick, concurrency: 8 })))
  })
})

turnsTest(
  "a request whose worker was lost runs alone: when others have ended, and none beside it",
  function* () {
    const gates = { running: yield* Deferred.make<void>(), suspect: yield* Deferred.make<void>() }
    const { layer, seen } = scriptedChat({
      onBegun: (name) =>
        name === "running" || name === "suspect" ? Deferred.await(gates[name]) : Effect.void
    })
    yield* store("b", ["suspect"])
    yield* loseWorker
    yield* store("a", ["running"])
    const { lastEnded } = yield* store("c", ["fresh"])
    yield* Effect.gen(function* () {
      for (const name of ["running", "suspect"] as const) {
        yield* hasBegun(seen, name)
        // Time for others to begin.
        yield* adjust(10 * quick.poll)
        yield* Deferred.succeed(gates[name], undefined)
      }
      yield* lastEnded
    }).pipe(Effect.provide(worker({ layer, seen }, { ...quick, concurrency: 4 })))
    assert.deepStrictEqual([seen.begun, seen.most], [["running", "suspect", "fresh"], 1])
  }
)

turnsTest("a request whose worker was lost waits a minute for others to end, and they for it", function* () {
  const { layer, seen } = scriptedChat()
  yield* store("b", ["never suspect"])
  yield* loseWorker
  yield* store("a", ["never ends"])
  const { lastEnded } = yield* store("c", ["fresh"])
  yield* Effect.gen(function* () {
    for (const name of ["never ends", "never suspect"]) {
      yield* hasBegun(seen, name)
      yield* adjust(60_000)
    }
    yield* lastEnded
  }).pipe(Effect.provide(worker({ layer, seen }, { ...quick, concurrency: 8 })))
  assert.deepStrictEqual(seen.begun, ["never ends", "never suspect", "fresh"])
})

turnsTest("a request asks again while the budget of its group is reserved by other calls", function* () {
  const { layer, seen } = scriptedChat()
  const { lastEnded } = yield* store("a", ["reserved"])
  yield* Effect.gen(function* () {
    yield* eventually(
      Effect.sync(() => seen.begun.length),
      (count) => count === 2,
      adjust(1_000)
    )
    assert.strictEqual((yield* lastEnded).status, "COMPLETED")
  }).pipe(Effect.provide(worker({ layer, seen })))
})
