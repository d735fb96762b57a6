// The AsyncChat service over the tables: requests, idempotency keys and their hash.
import { assert, describe } from "@effect/vitest"
import { AsyncChat, type ListRequest, type CreateRequest } from "@leadline/core/async-chat"
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { directory, insertGroup, tagOf } from "../stores.ts"
import * as Table from "../../src/async-chat/table.ts"
import { listAsyncChats } from "../../src/index.ts"
import { about, claim, create, get, newQueue, opened } from "./scriptedChat.ts"
import { test, testOver } from "../effects.ts"
import * as Clock from "effect/Clock"
import { hashOf as hash } from "../../src/async-chat/requestHash.ts"

const storeTest = testOver(newQueue)
const list = (request?: ListRequest) => AsyncChat.use((chat) => chat.list(request))
const listed = Effect.map(list(), ({ requests }) => requests.map(({ id }) => id))
const as = (group: string) => Effect.provideService(Caller, { group, key: "k" })
const day = 86_400_000

describe("a request", () => {
  storeTest("is not found by other groups, and neither are unknown ids", function* () {
    yield* insertGroup("other")
    const mine = yield* create("mine")
    const theirs = yield* create("theirs").pipe(as("other"))
    for (const [id, group] of [
      [theirs.id, "default"],
      [mine.id, "other"],
      ["x", "default"],
      ["' OR 1=1", "default"]
    ] as const) {
      assert.include(["NotFoundError", "InvalidRequestError"], yield* tagOf(get(id).pipe(as(group))))
    }
    assert.strictEqual((yield* get(theirs.id).pipe(as("other"))).id, theirs.id)
    assert.deepEqual([yield* listed, yield* listed.pipe(as("other"))], [[mine.id], [theirs.id]])
  })

  storeTest("keeps each character of its texts, with those that no database stores", function* () {
    const model = `a\0\\u0000${String.fromCharCode(0xd800)}b\u{10ffff}000000`
    const { id } = yield* create(model, { request: { ...about(model).request, model } })
    const job = yield* claim("owner")
    assert.deepEqual(JSON.parse(job?.request ?? "").messages, about(model).request.messages)
    yield* Table.finish({ group_id: "default", id }, "owner", { error_message: model })
    const record = yield* get(id)
    assert.deepEqual([record.model, record.error_message], [model, model])
    const { requests } = yield* list()
    assert.deepEqual([requests[0]?.model, (yield* listAsyncChats())[0]?.model], [model, model])
  })

  storeTest("is stored for exactly 7 days", function* () {
    const { id } = yield* create("hello", { idempotency_key: "k" })
    yield* TestClock.adjust(7 * day - 1)
    assert.strictEqual((yield* get(id)).id, id)
    assert.deepEqual(yield* listed, [id])
    yield* TestClock.adjust(1)
    assert.strictEqual(yield* tagOf(get(id)), "NotFoundError")
    assert.deepEqual(yield* listed, [])
    const again = yield* create("another", { idempotency_key: "k" })
    assert.notStrictEqual(again.id, id)
  })
})

describe("an idempotency key", () => {
  storeTest("belongs to a group, and requests without one are independent", function* () {
    yield* insertGroup("other")
    const all = [
      yield* create("hello", { idempotency_key: "k" }),
      yield* create("goodbye", { idempotency_key: "k" }).pipe(as("other")),
      yield* create("hello"),
      yield* create("hello", { idempotency_key: null })
    ]
    assert.strictEqual(new Set(all.map(({ id }) => id)).size, 4)
  })

  test("stores one record for twenty concurrent calls in two processes", function* () {
    const path = yield* directory
    const open = Layer.build(opened(path))
    const both = [yield* open, yield* open]
    const records = yield* Effect.forEach(
      both.flatMap((context) => Array.from({ length: 10 }, () => context)),
      (context) => Effect.provide(create("hello", { idempotency_key: "k" }), context),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(new Set(records.map(({ id }) => id)).size, 1)
  })
})

type Request = CreateRequest["request"]
type Schema = { readonly [name: string]: unknown }

const asking = (schema: Schema, further: Partial<Request> = {}): Request => ({
  model: "sonar",
  messages: [{ role: "user", content: '\u{1f30a} \ud800 "quoted"' }],
  response_format: { type: "json_schema", json_schema: { schema } },
  ...further
})

/** Names in no order that sorting knows. */
const names = Array.from({ length: 100_000 }, (_, index) => `name-${(index * 7_919) % 100_000}`)
const large = (order: ReadonlyArray<string>) => asking(Object.fromEntries(order.map((name) => [name, 1])))

describe("the hash of a request", () => {
  test("is that of the fields in any order, at all levels; null is absent", function* () {
    const one = yield* hash(asking({ a: { b: 1, c: [] }, d: {} }, { top_p: null }))
    const { messages, model, response_format } = asking({ d: {}, a: { c: [], b: 1 } })
    assert.strictEqual(yield* hash({ messages, response_format, model } as Request), one)
  })

  test("is another for other values, other names, and other places of elements", function* () {
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
    const emptyArrays = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => []))
    for (const request of [large(names.slice(0, 20_000)), asking({ emptyArrays })]) {
      let turns = 0
      const turn = (): void => {
        turns++
        next = setImmediate(turn)
      }
      let next = setImmediate(turn)
      yield* Effect.provideService(hash(request), Clock.Clock, clock as Clock.Clock)
      clearImmediate(next)
      assert.isAbove(turns, 8)
    }
  })
})
