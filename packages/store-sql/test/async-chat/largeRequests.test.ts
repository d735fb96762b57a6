// Large requests: stored in parts, answered from them, and deleted with them.
import { assert, describe, it, vi } from "@effect/vitest"
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as RequestParts from "../../src/async-chat/requestParts.ts"
import * as Table from "../../src/async-chat/table.ts"
import { directory } from "../stores.ts"
import { create, ended, opened, scriptedChat, working } from "./scriptedChat.ts"

const large = "\u{1f30a} tide ".repeat(400_000)
const asCaller = Effect.provideService(Caller, { group: "default", key: "k" })

const lengths = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT length(request) AS length, bytes, status FROM async_chat`
  const parts = yield* sql`SELECT length(content) AS length FROM async_chat_part ORDER BY place`
  return { row: { ...row }, parts: parts.map((part) => Number(part["length"])) }
})

describe("a request of more than a mebibyte", () => {
  it.live("is stored in parts beside an empty text, and waits when all are there", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.gen(function* () {
        const { id, status } = yield* create(large)
        assert.strictEqual(status, "CREATED")
        const { parts, row } = yield* lengths
        assert.strictEqual(row["length"], 0)
        assert.strictEqual(row["status"], "CREATED")
        assert.isAbove(parts.length, 2)
        assert.isBelow(Math.max(...parts), 1_048_577)
        const text = Buffer.concat(yield* RequestParts.read(id)).toString()
        assert.strictEqual(Number(row["bytes"]), Buffer.byteLength(text))
        assert.strictEqual(JSON.parse(text).messages[0].content, large)
      }).pipe(asCaller, Effect.provide(opened(path)))
    })
  )

  it.live("is answered like others", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.gen(function* () {
        const { id } = yield* create(large)
        const record = yield* ended(id)
        assert.strictEqual(record.response?.choices[0]?.message.content, `re: ${large}`)
      }).pipe(asCaller, Effect.provide(working(path, scriptedChat())))
    })
  )

  it.live("and its answer are written in pieces, which block the event loop for a short time each", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const stringify = vi.spyOn(JSON, "stringify")
      yield* Effect.flatMap(create(large), ({ id }) => ended(id)).pipe(
        asCaller,
        Effect.provide(working(path, scriptedChat()))
      )
      const written = stringify.mock.results.map(({ value }) => String(value).length)
      assert.isBelow(Math.max(...written), 1_000_000)
    }).pipe(Effect.ensuring(Effect.sync(() => vi.restoreAllMocks())))
  )

  it.live("has one row under an idempotency key", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.gen(function* () {
        const first = yield* create(large, { idempotency_key: "one" })
        const { parts } = yield* lengths
        assert.deepStrictEqual(yield* create(large, { idempotency_key: "one" }), first)
        assert.deepStrictEqual((yield* lengths).parts, parts)
      }).pipe(asCaller, Effect.provide(opened(path)))
    })
  )

  it.live("leaves no parts when it is deleted, and fails when some are missing", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* create(large)
        yield* sql`DELETE FROM async_chat WHERE id = ${id}`
        assert.deepStrictEqual((yield* lengths).parts, [])
      }).pipe(asCaller, Effect.provide(opened(path)))
      const half = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* create(large)
        yield* sql`DELETE FROM async_chat_part WHERE place = 1`
        return id
      }).pipe(asCaller, Effect.provide(opened(path)))
      const { error_message, status } = yield* ended(half).pipe(
        asCaller,
        Effect.provide(working(path, scriptedChat()))
      )
      assert.deepStrictEqual([status, error_message], ["FAILED", "The service failed."])
    })
  )
})

describe("a request whose parts are not written yet", () => {
  const own = { group_id: "default", key_id: null, model: "sonar", request: "", request_hash: "", bytes: 9 }

  it.live("does not wait in the queue until they are", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.gen(function* () {
        yield* Table.insert({ ...own, id: "a", idempotency_key: null, owner: "writer" })
        yield* Table.recover
        assert.deepStrictEqual(yield* Table.countByState, { queued: 0, running: 1 })
        yield* Table.enqueue("a", "writer")
        assert.deepStrictEqual(yield* Table.countByState, { queued: 1, running: 0 })
      }).pipe(Effect.provide(opened(path)))
    })
  )

  it.live("is deleted when they cannot be written", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.gen(function* () {
        yield* Table.insert({ ...own, id: "a", idempotency_key: null, owner: "writer" })
        yield* Table.abandon("a", "writer")
        assert.deepStrictEqual(yield* Table.countByState, { queued: 0, running: 0 })
      }).pipe(Effect.provide(opened(path)))
    })
  )
})
