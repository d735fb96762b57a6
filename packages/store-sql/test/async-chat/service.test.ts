// The AsyncChat service over the tables: requests, idempotency keys, pages, a failing store.
import { assert, describe, it } from "@effect/vitest"
import { AsyncChat, type AsyncPage, type ListRequest } from "@leadline/core/async-chat"
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import * as Sqlite from "../../src/database/sqlite.ts"
import { layerAsyncChat, layerPepper } from "../../src/index.ts"
import { directory } from "../stores.ts"
import { about, create, get, opened } from "./scriptedChat.ts"

const store = Layer.provideMerge(
  layerAsyncChat,
  Layer.merge(Sqlite.layer({ filename: ":memory:" }), layerPepper(Redacted.make("p".repeat(32))))
)
const list = (request?: ListRequest) => AsyncChat.use((chat) => chat.list(request))
const as = (group: string, key = "k") => Effect.provideService(Caller, { group, key })
const day = 86_400_000

const otherGroup = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO api_group ${sql.insert({ id: "other", name: "Other", created_at: 0 })}`
})

describe("a request", () => {
  it.effect("is stored as CREATED and found unchanged after a restart", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* TestClock.setTime(1_790_000_000_999)
      const record = yield* Effect.provide(create("hello"), opened(path))
      assert.deepEqual(
        { ...record, id: "" },
        { id: "", created_at: 1_790_000_000, model: "sonar", status: "CREATED" }
      )
      assert.match(record.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.deepEqual(yield* Effect.provide(get(record.id), opened(path)), record)
    })
  )

  it.effect("is not found by other groups, and neither are unknown ids", () =>
    Effect.gen(function* () {
      yield* otherGroup
      const mine = yield* create("mine")
      const theirs = yield* create("theirs").pipe(as("other"))
      for (const [id, group] of [
        [theirs.id, "default"],
        [mine.id, "other"],
        ["x", "default"],
        ["' OR 1=1", "default"]
      ] as const) {
        const error = yield* Effect.flip(get(id).pipe(as(group)))
        assert.include(["NotFoundError", "InvalidRequestError"], error._tag)
      }
      assert.strictEqual((yield* get(theirs.id).pipe(as("other"))).id, theirs.id)
      assert.deepEqual(
        (yield* list()).requests.map(({ id }) => id),
        [mine.id]
      )
      assert.deepEqual(
        (yield* list().pipe(as("other"))).requests.map(({ id }) => id),
        [theirs.id]
      )
    }).pipe(Effect.provide(store))
  )

  it.effect("is stored for exactly 7 days", () =>
    Effect.gen(function* () {
      const { id } = yield* create("hello", { idempotency_key: "k" })
      yield* TestClock.adjust(7 * day - 1)
      assert.strictEqual((yield* get(id)).id, id)
      assert.strictEqual((yield* list()).requests.length, 1)
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* Effect.flip(get(id)))._tag, "NotFoundError")
      assert.deepEqual((yield* list()).requests, [])
      const again = yield* create("another", { idempotency_key: "k" })
      assert.notStrictEqual(again.id, id)
    }).pipe(Effect.provide(store))
  )
})

describe("an idempotency key", () => {
  it.effect(
    "returns the first record for the same request with fields in any order, and stores nothing",
    () =>
      Effect.gen(function* () {
        const first = yield* create("hello", { idempotency_key: "k" })
        const reordered = {
          request: { messages: [{ content: "hello", role: "user" }], temperature: null, model: "sonar" },
          idempotency_key: "k"
        } as const
        const again = yield* AsyncChat.use((chat) => chat.create(reordered))
        assert.deepEqual(again, first)
        assert.strictEqual((yield* list()).requests.length, 1)
      }).pipe(Effect.provide(store))
  )

  it.effect("is a ConflictError with another request", () =>
    Effect.gen(function* () {
      yield* create("hello", { idempotency_key: "k" })
      const others = [about("goodbye"), { request: { ...about("hello").request, temperature: 0 } }]
      for (const other of others) {
        const error = yield* Effect.flip(
          AsyncChat.use((chat) => chat.create({ ...other, idempotency_key: "k" }))
        )
        assert.strictEqual(error._tag, "ConflictError")
        assert.strictEqual(error.message, "The idempotency key was used for another request.")
      }
    }).pipe(Effect.provide(store))
  )

  it.effect("belongs to a group, and requests without one are independent", () =>
    Effect.gen(function* () {
      yield* otherGroup
      const mine = yield* create("hello", { idempotency_key: "k" })
      const theirs = yield* create("goodbye", { idempotency_key: "k" }).pipe(as("other"))
      assert.notStrictEqual(mine.id, theirs.id)
      const [one, two] = [yield* create("hello"), yield* create("hello", { idempotency_key: null })]
      assert.notStrictEqual(one.id, two.id)
    }).pipe(Effect.provide(store))
  )

  it.effect("stores one record for twenty concurrent calls in two processes", () =>
    Effect.gen(function* () {
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
  )
})

describe("list", () => {
  it.effect(
    "is sorted newest first, and its pages have no gaps or repetitions while requests are added",
    () =>
      Effect.gen(function* () {
        const made: Array<string> = []
        for (let index = 0; index < 25; index++) {
          made.unshift((yield* create(`n${index}`)).id)
          // Some are created in the same millisecond.
          if (index % 3 === 0) yield* TestClock.adjust(1)
        }
        const seen: Array<string> = []
        const times: Array<number> = []
        let next_token: string | null | undefined = ""
        let pages = 0
        while (next_token !== null && next_token !== undefined) {
          const page: AsyncPage = yield* list({ limit: 10, next_token })
          seen.push(...page.requests.map(({ id }) => id))
          times.push(...page.requests.map(({ created_at }) => created_at))
          next_token = page.next_token
          pages++
          yield* TestClock.adjust(1)
          yield* create("in between")
        }
        assert.strictEqual(pages, 3)
        assert.sameMembers(seen, made)
        assert.strictEqual(new Set(seen).size, 25)
        assert.deepEqual(
          times,
          times.toSorted((left, right) => right - left)
        )
      }).pipe(Effect.provide(store))
  )

  it.effect("has 50 entries by default, no token after a full last page, and no answers", () =>
    Effect.gen(function* () {
      for (let index = 0; index < 51; index++) yield* create("hello")
      const page = yield* list()
      assert.strictEqual(page.requests.length, 50)
      assert.deepEqual(Object.keys(page.requests[0] ?? {}).toSorted(), [
        "created_at",
        "id",
        "model",
        "status"
      ])
      const rest = yield* list({ limit: 1, next_token: page.next_token ?? "" })
      assert.strictEqual(rest.requests.length, 1)
      assert.isNull(rest.next_token)
    }).pipe(Effect.provide(store))
  )

  it.effect("refuses changed tokens, those of other groups, and those over a day old", () =>
    Effect.gen(function* () {
      yield* otherGroup
      yield* create("a").pipe(as("other"))
      yield* create("b").pipe(as("other"))
      const token = (yield* list({ limit: 1 }).pipe(as("other"))).next_token ?? assert.fail()
      const refused = (next_token: string, group: string) =>
        list({ next_token }).pipe(
          as(group),
          Effect.flip,
          Effect.map(({ message, _tag }) =>
            assert.deepStrictEqual(
              [_tag, message],
              [
                "InvalidRequestError",
                "next_token: Expected the next_token of a page of this list, at most a day old"
              ]
            )
          )
        )
      yield* refused(token, "default")
      for (const forged of ["x", "MTIz", "é", "\0", "a".repeat(10_000), "1.' OR 1=1 --", `${token}0`]) {
        yield* refused(forged, "other")
      }
      // The time of the row: without a signature, any could be asked for.
      yield* refused(token.replace(/^(p1\.\d+\.)\d+/, "$11"), "other")
      yield* TestClock.adjust(day)
      assert.lengthOf((yield* list({ next_token: token }).pipe(as("other"))).requests, 1)
      yield* TestClock.adjust(1)
      yield* refused(token, "other")
    }).pipe(Effect.provide(store))
  )
})

describe("a failing store", () => {
  it.effect("is an UnavailableError", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DROP TABLE async_chat`
      for (const call of [Effect.asVoid(create("hello")), Effect.asVoid(get("x")), Effect.asVoid(list())]) {
        const error = yield* Effect.flip(call)
        assert.strictEqual(error._tag, "UnavailableError")
      }
    }).pipe(Effect.provide(store))
  )
})
