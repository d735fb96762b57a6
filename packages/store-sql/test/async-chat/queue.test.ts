// Async chats in the tables: groups, idempotency keys, large requests, leases, and the deletion of what is old.
import { assert, describe } from "@effect/vitest"
import { AsyncChat, type CreateRequest, retention } from "@leadline/core/async-chat"
import { Caller } from "@leadline/core/authentication"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { makeExpire } from "../../src/async-chat/expiry.ts"
import { makeRecover } from "../../src/async-chat/recovery.ts"
import { hashOf } from "../../src/async-chat/requestHash.ts"
import * as RequestParts from "../../src/async-chat/requestParts.ts"
import * as Queries from "../../src/async-chat/queries.ts"
import { heartbeat } from "../../src/index.ts"
import {
  adjust,
  collecting,
  counted,
  directory,
  insertGroup,
  query,
  silent,
  startingAt,
  tagOf,
  test,
  testOver
} from "../stores.ts"
import {
  claim,
  create,
  ended,
  endLeases,
  get,
  newQueue,
  opened,
  quick,
  scriptedChat,
  statuses,
  worker
} from "./scriptedChat.ts"

const large = `\0\ud800${"\u{1f30a} tide ".repeat(300_000)}`
const own = { group_id: "default", key_id: null, model: "sonar", request: "", request_hash: "", bytes: 9 }
const keyed = { idempotency_key: "one" }

const parts = Effect.map(query`SELECT length(content) FROM async_chat_part ORDER BY place`.values, (rows) =>
  rows.flat().map(Number)
)

const callerTest = testOver(Layer.merge(newQueue, Layer.succeed(Caller, { group: "default", key: "k" })))
const queueTest = testOver(newQueue, startingAt(1_790_000_000_000))

const listed = AsyncChat.use((chat) =>
  Effect.map(chat.list(), ({ requests }) => requests.map(({ id }) => id))
)

queueTest("a request and its idempotency key belong to a group, for exactly 7 days", function* () {
  const as = Effect.provideService(Caller, { group: "other", key: "k" })
  yield* insertGroup("other")
  const { id } = yield* create("mine", keyed)
  const theirs = yield* create("theirs", keyed).pipe(as)
  assert.strictEqual(yield* tagOf(get(theirs.id)), "NotFoundError")
  assert.strictEqual((yield* get(theirs.id).pipe(as)).id, theirs.id)
  yield* TestClock.adjust(retention - 1)
  assert.strictEqual((yield* get(id)).id, id)
  assert.deepEqual([yield* listed, yield* listed.pipe(as)], [[id], [theirs.id]])
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

test.live(
  "the hash of a request is that of its values, with fields in any order, and does not block other work",
  function* () {
    // By this clock each step takes a millisecond, on any machine.
    let now = 0
    const clock = Object.create(yield* Clock.Clock, { currentTimeMillisUnsafe: { value: () => ++now } })
    const hash = (schema: object, first: object = {}, last: object = {}) => {
      const response_format = { type: "json_schema", json_schema: { schema } }
      const messages = [{ role: "user", content: '\u{1f30a} \ud800 "quoted"' }]
      const request: object = { ...first, response_format, messages, ...last }
      return Effect.provideService(
        hashOf(request as CreateRequest["request"]),
        Clock.Clock,
        clock as Clock.Clock
      )
    }
    const names = Array.from({ length: 20_000 }, (_, index) => [`name-${(index * 7_919) % 20_000}`, 1])
    const [model, many] = [{ model: "sonar" }, Object.fromEntries(names)]
    let turns = 0
    const timer = setInterval(() => turns++)
    const one = yield* hash({ a: { b: 1, c: [] }, many }, model, { top_p: null })
    clearInterval(timer)
    assert.isAbove(turns, 2)
    const turned = Object.fromEntries(names.toReversed())
    assert.strictEqual(yield* hash({ many: turned, a: { c: [], b: 1 } }, {}, model), one)
    const schemas = [{ a: 1 }, { a: 2 }, { b: 1 }, { a: [1, 2] }, { a: [2, 1] }, { a: null }, { a: {} }]
    const hashes = yield* Effect.forEach(schemas, (schema) => hash(schema))
    assert.strictEqual(new Set(hashes).size, schemas.length)
  }
)

describe("a request of more than a mebibyte", () => {
  callerTest.live("is stored in parts, once for its key, and answered as others are", function* () {
    // Its writer may never end.
    yield* Queries.insert({ ...own, id: "a", ...keyed, owner: "gone" })
    const both = [create(large, keyed), create(large, keyed)]
    const [made, other] = yield* Effect.all(both, { concurrency: 2 })
    assert.deepEqual([made?.status, made?.id], ["CREATED", other?.id])
    assert.notStrictEqual(made?.id, "a")
    const lengths = yield* parts
    assert.isAbove(lengths.length, 2)
    assert.isBelow(Math.max(...lengths), 1_048_577)
    assert.strictEqual((yield* create(large, keyed)).id, made?.id)
    assert.deepEqual(yield* parts, lengths)
    const { response } = yield* Effect.provide(ended(made?.id ?? ""), worker(scriptedChat()))
    assert.strictEqual(response?.choices[0]?.message.content, `re: ${large}`)
    yield* query`DELETE FROM async_chat`
    assert.deepEqual(yield* parts, [])
  })

  queueTest("waits when all parts are written, and is deleted with its writer", function* () {
    for (const id of ["whole", "a"])
      yield* Queries.insert({ ...own, id, idempotency_key: null, owner: "writer" })
    yield* RequestParts.insert("a", ["{}"])
    yield* Queries.recover
    assert.deepEqual(yield* Queries.countByState, { queued: 0, running: 2 })
    yield* Queries.enqueue("whole", "writer", null)
    yield* endLeases
    yield* Queries.recover
    assert.deepEqual(yield* Queries.countByState, { queued: 1, running: 0 })
    assert.deepEqual(yield* parts, [])
    assert.isFalse(yield* Queries.enqueue("a", "writer", "one"))
  })
})

describe("a request whose lease has ended", () => {
  queueTest("is neither renewed, finished nor released by the worker that lost it to another", function* () {
    const { id } = yield* create("hello")
    const finish = (owner: string, error_message: string) =>
      Queries.finish({ group_id: "default", id }, owner, { error_message })
    assert.strictEqual((yield* claim("first"))?.id, id)
    yield* Queries.recover
    assert.isUndefined(yield* claim("second"))
    yield* endLeases
    yield* Queries.recover
    assert.strictEqual((yield* claim("second"))?.id, id)
    assert.isFalse(yield* Queries.renew(id, "first", quick.lease))
    yield* finish("first", "late")
    yield* Queries.release(id, "first")
    assert.deepEqual(yield* statuses, [["IN_PROGRESS", 2]])
    assert.isTrue(yield* Queries.renew(id, "second", quick.lease))
    yield* finish("second", "in time")
    yield* finish("second", "again")
    assert.deepInclude(yield* get(id), { status: "FAILED", error_message: "in time" })
  })

  queueTest("is tried once more, however often it was handed back meanwhile, then fails", function* () {
    const lines: Array<string> = []
    const { recover } = yield* makeRecover(quick.lease)
    const { id } = yield* create("hello")
    for (const [lost, after] of [
      [1, "CREATED"],
      [2, "FAILED"]
    ] as const) {
      for (const owner of ["one that drains", "another"]) {
        assert.strictEqual((yield* claim(owner))?.id, id)
        yield* Queries.release(id, owner)
      }
      assert.strictEqual((yield* claim("one that stops"))?.id, id)
      yield* endLeases
      yield* Effect.provide(recover, collecting(lines))
      assert.deepEqual(yield* statuses, [[after, lost]])
    }
    assert.isUndefined(yield* claim("the next"))
    assert.match(
      (yield* get(id)).error_message ?? "",
      /^The service stopped twice while it worked on this request/
    )
    assert.match(lines.join(), /^Two servers died, or lost their lease,/)
  })

  queueTest("while the database was away is not lost before its worker had time to renew it", function* () {
    const { recover } = yield* makeRecover(quick.lease)
    yield* create("hello")
    yield* claim("one that lives")
    yield* endLeases
    yield* query`ALTER TABLE async_chat RENAME TO elsewhere`
    yield* Effect.flip(recover)
    yield* query`ALTER TABLE elsewhere RENAME TO async_chat`
    for (const [pass, status] of [
      [quick.lease - 1, "IN_PROGRESS"],
      [1, "CREATED"]
    ] as const) {
      yield* adjust(pass)
      yield* recover
      assert.deepEqual(yield* statuses, [[status, 1]])
    }
  })
})

const hour = 3_600_000

testOver(Layer.merge(newQueue, silent)).live(
  "old async chats are kept for an hour after the clock jumped",
  function* () {
    const real = yield* Clock.Clock
    const at = { wall: 1_790_000_000_000, running: 1 }
    const clock: Clock.Clock = Object.create(real, {
      currentTimeMillisUnsafe: { value: () => at.wall },
      currentTimeMillis: { value: Effect.sync(() => at.wall) },
      monotonicTimeNanosUnsafe: { value: () => BigInt(at.running) * 1_000_000n }
    })
    const pass = (milliseconds: number) => {
      at.wall += milliseconds
      at.running += milliseconds
    }
    yield* Effect.gen(function* () {
      let { expire } = yield* makeExpire
      for (const jump of [30 * 24 * hour, -400_000, undefined]) {
        if (jump === undefined) {
          yield* heartbeat
          at.wall += hour + 1
          expire = (yield* makeExpire).expire
        } else at.wall += jump
        yield* expire
        yield* create("old")
        yield* query`UPDATE async_chat SET created_at = ${at.wall - retention}`
        pass(hour - 1)
        yield* expire
        assert.strictEqual(yield* counted("async_chat"), 1)
        pass(1)
        yield* expire
        assert.strictEqual(yield* counted("async_chat"), 0)
      }
    }).pipe(Effect.provideService(Clock.Clock, clock))
  }
)
