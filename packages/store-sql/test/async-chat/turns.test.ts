// Turns of key groups: a group with a long queue delays its own requests only.
import { assert, describe, it } from "@effect/vitest"
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { makeTurns } from "../../src/async-chat/turns.ts"
import { layerAsyncChatWorker } from "../../src/index.ts"
import { directory } from "../stores.ts"
import { create, ended, get, opened, quick, scriptedChat, silent, until } from "./scriptedChat.ts"

/** Stores requests of a group, which is created if absent. */
const store = Effect.fnUntraced(function* (group: string, contents: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO api_group ${sql.insert({ id: group, name: group, created_at: 0 })} ON CONFLICT DO NOTHING`
  const as = Effect.provideService(Caller, { group, key: "k" })
  const made = yield* Effect.forEach(contents, (content) => Effect.delay(create(content), 2).pipe(as))
  const last = made.at(-1)?.id ?? assert.fail()
  return { whenLast: (state: "ended" | "begun") => whenLast(last, state).pipe(as) }
})

const whenLast = (id: string, state: "ended" | "begun") =>
  state === "ended" ? ended(id) : until(get(id), ({ status }) => status !== "CREATED")

const worker = (chat: ReturnType<typeof scriptedChat>, concurrency: number) =>
  Layer.provideMerge(
    layerAsyncChatWorker({ ...quick, lease: 60_000, concurrency }).pipe(Layer.provide(chat.layer)),
    silent
  )

const names = (group: string, count: number) => Array.from({ length: count }, (_, at) => `${group} ${at}`)

describe("a worker", () => {
  it.live("takes requests of groups in turn, the oldest of each first", () =>
    Effect.gen(function* () {
      const chat = scriptedChat()
      const path = yield* directory
      yield* Effect.gen(function* () {
        const heavy = yield* store("b", names("b", 6))
        yield* store("a", names("a", 2))
        yield* store("c", names("c", 1))
        yield* Effect.provide(heavy.whenLast("ended"), worker(chat, 1))
        assert.deepStrictEqual(chat.seen.begun, [
          "a 0",
          "b 0",
          "c 0",
          "a 1",
          "b 1",
          "b 2",
          "b 3",
          "b 4",
          "b 5"
        ])
      }).pipe(Effect.provide(opened(path)))
    })
  )

  it.live("starts a request while those of two other groups never end", () =>
    Effect.gen(function* () {
      const chat = scriptedChat()
      const path = yield* directory
      yield* Effect.gen(function* () {
        yield* store("a", Array(10).fill("never a"))
        yield* store("b", Array(10).fill("never b"))
        yield* Effect.gen(function* () {
          yield* until(
            Effect.sync(() => chat.seen.running),
            (running) => running === 6
          )
          const calm = yield* store("c", ["c"])
          assert.strictEqual((yield* calm.whenLast("ended")).status, "COMPLETED")
          assert.deepStrictEqual(chat.seen.begun.toSorted(), [
            "c",
            ...Array<string>(3).fill("never a"),
            ...Array<string>(3).fill("never b")
          ])
        }).pipe(Effect.provide(worker(chat, 8)))
      }).pipe(Effect.provide(opened(path)))
    })
  )
})

/** How many of so many places four groups take, one after the other. */
const most = (places: number) => {
  const turns = makeTurns(places)
  return ["a", "b", "c", "d"].map((group) => {
    let count = 0
    while (turns.take(group)) count++
    return count
  })
}

it("a group takes half of the places that others have left, and one where there is one", () => {
  assert.deepStrictEqual(most(1), [1, 0, 0, 0])
  assert.deepStrictEqual(most(2), [1, 1, 0, 0])
  assert.deepStrictEqual(most(3), [2, 1, 0, 0])
  assert.deepStrictEqual(most(8), [4, 2, 1, 1])
  const turns = makeTurns(1)
  assert.isTrue(turns.take("a"))
  turns.release("a")
  assert.isTrue(turns.take("b"))
})
