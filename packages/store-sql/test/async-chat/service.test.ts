// The AsyncChat service over the tables: groups, their idempotency keys, and the hash of a request.
import { assert, describe } from "@effect/vitest"
import { AsyncChat, type CreateRequest } from "@leadline/core/async-chat"
import { Caller } from "@leadline/core/authentication"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { hashOf as hash } from "../../src/async-chat/requestHash.ts"
import { directory, insertGroup, tagOf, test, testOver } from "../stores.ts"
import { create, get, newQueue, opened } from "./scriptedChat.ts"

const storeTest = testOver(newQueue)
const listed = AsyncChat.use((chat) =>
  Effect.map(chat.list(), ({ requests }) => requests.map(({ id }) => id))
)
const as = (group: string) => Effect.provideService(Caller, { group, key: "k" })
const keyed = { idempotency_key: "k" }

storeTest("a request and its idempotency key belong to a group", function* () {
  yield* insertGroup("other")
  const mine = yield* create("mine", keyed)
  const theirs = yield* create("theirs", keyed).pipe(as("other"))
  assert.notStrictEqual(mine.id, theirs.id)
  assert.strictEqual(yield* tagOf(get(theirs.id)), "NotFoundError")
  assert.strictEqual((yield* get(theirs.id).pipe(as("other"))).id, theirs.id)
  assert.deepEqual([yield* listed, yield* listed.pipe(as("other"))], [[mine.id], [theirs.id]])
  const others = [yield* create("mine"), yield* create("mine", { idempotency_key: null })]
  assert.strictEqual(new Set([mine.id, ...others.map(({ id }) => id)]).size, 3)
})

storeTest("a request is stored for exactly 7 days, and its idempotency key is free then", function* () {
  const { id } = yield* create("hello", keyed)
  yield* TestClock.adjust(7 * 86_400_000 - 1)
  assert.strictEqual((yield* get(id)).id, id)
  assert.deepEqual(yield* listed, [id])
  yield* TestClock.adjust(1)
  assert.strictEqual(yield* tagOf(get(id)), "NotFoundError")
  assert.deepEqual(yield* listed, [])
  assert.notStrictEqual((yield* create("another", keyed)).id, id)
})

test("an idempotency key stores one record for twenty concurrent calls in two processes", function* () {
  const open = Layer.build(opened(yield* directory))
  const both = [yield* open, yield* open]
  const calls = both.flatMap((context) =>
    Array.from({ length: 10 }, () => Effect.provide(create("hello", keyed), context))
  )
  const records = yield* Effect.all(calls, { concurrency: "unbounded" })
  assert.strictEqual(new Set(records.map(({ id }) => id)).size, 1)
})

type Request = CreateRequest["request"]

const asking = (schema: { readonly [name: string]: unknown }, further: Partial<Request> = {}): Request => ({
  model: "sonar",
  messages: [{ role: "user", content: '\u{1f30a} \ud800 "quoted"' }],
  response_format: { type: "json_schema", json_schema: { schema } },
  ...further
})

describe("the hash of a request", () => {
  test("is that of the fields in any order, at all levels, without null, and of their values", function* () {
    const one = yield* hash(asking({ a: { b: 1, c: [] }, d: {} }, { top_p: null }))
    const { messages, model, response_format } = asking({ d: {}, a: { c: [], b: 1 } })
    assert.strictEqual(yield* hash({ messages, response_format, model } as Request), one)
    const schemas = [
      { a: 1 },
      { a: 2 },
      { b: 1 },
      { a: [1, 2] },
      { a: [2, 1] },
      { a: null },
      { a: [] },
      { a: {} }
    ]
    const hashes = yield* Effect.forEach(schemas, (schema) => hash(asking(schema)))
    assert.strictEqual(new Set(hashes).size, schemas.length)
  })

  test.live("lets the event loop turn while it is made of very many names, or empty arrays", function* () {
    // By this clock each step takes a millisecond, on any machine.
    let now = 0
    const clock = Object.create(yield* Clock.Clock, { currentTimeMillisUnsafe: { value: () => ++now } })
    const names = Array.from({ length: 20_000 }, (_, index) => [`name-${(index * 7_919) % 20_000}`, 1])
    const emptyArrays = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => []))
    for (const request of [asking(Object.fromEntries(names)), asking({ emptyArrays })]) {
      let turns = 0
      const timer = setInterval(() => turns++)
      const hashing = hash(request)
      yield* Effect.provideService(hashing, Clock.Clock, clock as Clock.Clock)
      clearInterval(timer)
      assert.isAbove(turns, 2)
    }
  })
})
