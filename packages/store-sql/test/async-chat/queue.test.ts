// The queue: large requests, which are stored in parts, leases, and the metric of what waits.
import { assert, describe, it } from "@effect/vitest"
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { makeRecover } from "../../src/async-chat/recovery.ts"
import * as RequestParts from "../../src/async-chat/requestParts.ts"
import * as Table from "../../src/async-chat/table.ts"
import { adjust, collecting, eventually, startingAt } from "../stores.ts"
import {
  claim,
  create,
  ended,
  endLeases,
  get,
  lostTwice,
  newQueue,
  quick,
  scriptedChat,
  statuses,
  worker
} from "./scriptedChat.ts"
import { testOver } from "../effects.ts"
import { query } from "../query.ts"

const large = "\u{1f30a} tide ".repeat(400_000)
const own = { group_id: "default", key_id: null, model: "sonar", request: "", request_hash: "", bytes: 9 }

const lengths = Effect.gen(function* () {
  const [row] = yield* query`SELECT length(request) AS length, bytes, status FROM async_chat`
  const parts = yield* query`SELECT length(content) FROM async_chat_part ORDER BY place`.values
  return { row: { ...row }, parts: parts.flat().map(Number) }
})

const withCaller = Layer.succeed(Caller, { group: "default", key: "k" })
const callerTest = testOver(Layer.merge(newQueue, withCaller))
const queueTest = testOver(newQueue, startingAt(1_790_000_000_000))

describe("a request of more than a mebibyte", () => {
  callerTest.live(
    "is stored in parts, once under its idempotency key, answered as others are, and deleted with its parts",
    function* () {
      const made = yield* create(large, { idempotency_key: "one" })
      const { parts, row } = yield* lengths
      assert.deepEqual([row["length"], row["status"]], [0, "CREATED"])
      assert.isAbove(parts.length, 2)
      assert.isBelow(Math.max(...parts), 1_048_577)
      assert.deepStrictEqual(yield* create(large, { idempotency_key: "one" }), made)
      assert.deepStrictEqual((yield* lengths).parts, parts)
      const { response } = yield* Effect.provide(ended(made.id), worker(scriptedChat()))
      assert.strictEqual(response?.choices[0]?.message.content, `re: ${large}`)
      yield* query`DELETE FROM async_chat WHERE id = ${made.id}`
      assert.deepStrictEqual((yield* lengths).parts, [])
    }
  )
})

describe("a request whose parts are not written yet", () => {
  queueTest("waits in the queue when they are, and is deleted when its writer is lost", function* () {
    for (const id of ["whole", "a"])
      yield* Table.insert({ ...own, id, idempotency_key: null, owner: "writer" })
    yield* RequestParts.insert("a", ["{}"])
    yield* Table.recover
    assert.deepStrictEqual(yield* Table.countByState, { queued: 0, running: 2 })
    yield* Table.enqueue("whole", "writer", null)
    yield* endLeases
    yield* Table.recover
    assert.deepStrictEqual(yield* Table.countByState, { queued: 1, running: 0 })
    assert.deepStrictEqual((yield* lengths).parts, [])
    assert.isFalse(yield* Table.enqueue("a", "writer", "one"))
  })

  callerTest.live("is not given to who sends the same again: its writer may never end", function* () {
    yield* Table.insert({ ...own, id: "a", idempotency_key: "one", owner: "gone" })
    const { id, status } = yield* create(large, { idempotency_key: "one" })
    assert.notStrictEqual(id, "a")
    assert.strictEqual(status, "CREATED")
    assert.strictEqual((yield* create(large, { idempotency_key: "one" })).id, id)
  })

  callerTest.live("is that of whose writer ends first, when two send the same at once", function* () {
    const both = [create(large, { idempotency_key: "one" }), create(large, { idempotency_key: "one" })]
    const [one, other] = yield* Effect.all(both, { concurrency: 2 })
    assert.strictEqual(one?.id, other?.id)
    assert.deepStrictEqual(yield* Table.countByState, { queued: 1, running: 0 })
  })
})

describe("a request whose lease has ended", () => {
  queueTest("is neither renewed, finished nor released by the worker that lost it to another", function* () {
    const { id } = yield* create("hello")
    const finish = (owner: string, error_message: string) =>
      Table.finish({ group_id: "default", id }, owner, { error_message })
    assert.strictEqual((yield* claim("first"))?.id, id)
    yield* Table.recover
    assert.isUndefined(yield* claim("second"))
    yield* endLeases
    yield* Table.recover
    assert.strictEqual((yield* claim("second"))?.id, id)
    assert.isFalse(yield* Table.renew(id, "first", quick.lease))
    yield* finish("first", "late")
    yield* Table.release(id, "first")
    yield* Table.recover
    assert.deepEqual(yield* statuses, [["IN_PROGRESS", 2]])
    assert.isTrue(yield* Table.renew(id, "second", quick.lease))
    yield* finish("second", "in time")
    yield* finish("second", "again")
    assert.deepInclude(yield* get(id), { status: "FAILED", error_message: "in time" })
  })
})

describe("a request whose workers stopped", () => {
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
        yield* Table.release(id, owner)
      }
      assert.strictEqual((yield* claim("one that stops"))?.id, id)
      assert.deepEqual(yield* statuses, [["IN_PROGRESS", lost]])
      yield* endLeases
      yield* Effect.provide(recover, collecting(lines))
      assert.deepEqual(yield* statuses, [[after, lost]])
    }
    assert.isUndefined(yield* claim("the next"))
    assert.deepInclude(yield* get(id), { status: "FAILED", error_message: lostTwice })
    assert.match(lines.join(), /^Two servers died, or lost their lease,/)
  })
})

describe("a request whose lease ended while the database was away", () => {
  queueTest("is not lost before its worker had the time of a lease to renew it", function* () {
    const { recover } = yield* makeRecover(quick.lease)
    yield* create("hello")
    yield* claim("one that lives")
    yield* endLeases
    yield* query`ALTER TABLE async_chat RENAME TO elsewhere`
    yield* Effect.flip(recover)
    yield* query`ALTER TABLE elsewhere RENAME TO async_chat`
    for (const [pass, status] of [
      [0, "IN_PROGRESS"],
      [quick.lease - 1, "IN_PROGRESS"],
      [1, "CREATED"]
    ] as const) {
      yield* adjust(pass)
      yield* recover
      assert.deepEqual(yield* statuses, [[status, 1]])
    }
  })
})

it.effect("the metric of the queue counts async chats by what becomes of them, without names of groups", () =>
  Effect.gen(function* () {
    const gauges = Effect.map(Metric.snapshot, (all) =>
      all.flatMap(({ attributes, id, state }) =>
        id === "leadline_async_chats" && "value" in state ? [[attributes, Number(state.value)] as const] : []
      )
    )
    yield* Effect.provide(Effect.replicateEffect(create("never"), 3), withCaller)
    yield* claim("owner")
    const found = yield* eventually(
      gauges,
      (all) => all.reduce((sum, [, count]) => sum + count, 0) === 3
    ).pipe(Effect.provide(worker(scriptedChat())))
    assert.deepStrictEqual(
      found.map(([attributes]) => attributes),
      [{ status: "queued" }, { status: "running" }]
    )
  }).pipe(Effect.provide(newQueue), Effect.provideService(Metric.MetricRegistry, new Map()))
)
