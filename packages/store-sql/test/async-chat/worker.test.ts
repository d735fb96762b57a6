// The worker of async chats: order, leases, timeouts, shutdown.
import { assert, describe, it } from "@effect/vitest"
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Table from "../../src/async-chat/table.ts"
import { layerAsyncChatWorker } from "../../src/index.ts"
import { makeTurns } from "../../src/async-chat/turns.ts"
import { directory, postgresUrl } from "../stores.ts"
import {
  about,
  create,
  ended,
  get,
  opened,
  quick,
  scriptedChat,
  silent,
  statuses,
  until,
  working
} from "./scriptedChat.ts"

describe("a worker", () => {
  it.live("answers a request on behalf of its API key, and records the time of each step", () =>
    Effect.gen(function* () {
      const [path, chat] = [yield* directory, scriptedChat()]
      yield* Effect.gen(function* () {
        const { id } = yield* create("hello").pipe(
          Effect.provideService(Caller, { group: "default", key: "k7" })
        )
        const record = yield* ended(id)
        assert.strictEqual(record.status, "COMPLETED")
        assert.strictEqual(record.response?.choices[0]?.message.content, "re: hello")
        const { completed_at = 0, created_at, failed_at, started_at = 0 } = record
        assert.isAtLeast(started_at ?? 0, created_at)
        assert.isAtLeast(completed_at ?? 0, started_at ?? 0)
        assert.isUndefined(failed_at)
        assert.isUndefined(record.error_message)
        assert.deepEqual(chat.seen.callers, ["default k7"])
      }).pipe(Effect.provide(working(path, chat)))
    })
  )

  it.live("does not start what a revoked or deleted key or a disabled group has queued", () =>
    Effect.gen(function* () {
      const chat = scriptedChat()
      const path = yield* directory
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO api_group ${sql.insert({ id: "off", name: "", created_at: 0, disabled_at: 1 })}`
        const key = { name: "", mac: "", pepper_version: "", created_at: 0, group_id: "default" }
        yield* sql`INSERT INTO api_key ${sql.insert({ ...key, id: "gone", revoked_at: 1 })}`
        yield* sql`INSERT INTO api_key ${sql.insert({ ...key, id: "kept" })}`
        const queued = [
          { group: "default", key: "gone" },
          { group: "default", key: "deleted" },
          { group: "off", key: "kept" },
          { group: "default", key: "kept" }
        ]
        for (const caller of queued) {
          const id = `${caller.group}-${caller.key}`
          // As a request of before: the service queues none of a disabled group.
          const row = { id, group_id: caller.group, key_id: caller.key, model: "sonar", request_hash: "" }
          const request = JSON.stringify(about(caller.key).request)
          yield* Table.insert({ ...row, request, bytes: request.length, idempotency_key: null, owner: null })
          const { error_message } = yield* ended(id).pipe(Effect.provideService(Caller, caller))
          assert.strictEqual(
            error_message,
            caller.group === "default" && caller.key === "kept"
              ? undefined
              : "The API key of this request was revoked, or its key group disabled."
          )
        }
        assert.deepEqual(chat.seen.begun, ["kept"])
      }).pipe(Effect.provide(working(path, chat)))
    })
  )

  it.live.each(["key", "group"])("interrupts and fails what runs when its %s is withdrawn", (what) =>
    Effect.gen(function* () {
      const chat = scriptedChat()
      const path = yield* directory
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const caller = { group: "tenant", key: "leaked" }
        yield* sql`INSERT INTO api_group ${sql.insert({ id: "tenant", name: "", created_at: 0 })}`
        const key = { name: "", mac: "", pepper_version: "", created_at: 0, group_id: "tenant" }
        yield* sql`INSERT INTO api_key ${sql.insert({ ...key, id: "leaked" })}`
        yield* Effect.gen(function* () {
          const { id } = yield* create("never")
          yield* until(get(id), ({ status }) => status === "IN_PROGRESS")
          yield* what === "key"
            ? sql`UPDATE api_key SET revoked_at = 1 WHERE id = 'leaked'`
            : sql`UPDATE api_group SET disabled_at = 1 WHERE id = 'tenant'`
          assert.deepInclude(yield* ended(id), {
            status: "FAILED",
            error_message: "The API key of this request was revoked, or its key group disabled."
          })
        }).pipe(Effect.provideService(Caller, caller))
        assert.strictEqual(chat.seen.running, 0)
      }).pipe(Effect.provide(working(path, chat, { ...quick, lease: 60 })))
    })
  )

  it.live("reports errors of the request, and hides the cause of all others", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.gen(function* () {
        const cases = [
          ["fail InvalidRequestError", "Too many tokens."],
          ["fail DeadlineExceededError", "The model did not answer in time."],
          ["fail UnavailableError", "The service was overloaded."],
          ["fail ConnectionError", "The model service could not be reached."],
          ["fail InternalServerError", "The service failed."],
          ["fail NotFoundError", "The service failed."],
          ["die", "The service failed."]
        ] as const
        for (const [content, message] of cases) {
          const record = yield* ended((yield* create(content)).id)
          assert.deepInclude(record, { status: "FAILED", error_message: message })
          assert.isNumber(record.failed_at)
          assert.isUndefined(record.response)
          assert.isUndefined(record.completed_at)
        }
      }).pipe(Effect.provide(working(path, scriptedChat())))
    })
  )

  it.live("fails a request that exceeds the timeout", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.gen(function* () {
        const record = yield* ended((yield* create("never")).id)
        assert.deepInclude(record, { status: "FAILED", error_message: "The model did not answer in time." })
      }).pipe(Effect.provide(working(path, scriptedChat(), { ...quick, longestRun: 50 })))
    })
  )

  it.live("answers half as many of a group at a time as configured, oldest first, each once", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const chat = scriptedChat()
      yield* Effect.gen(function* () {
        const names = Array.from({ length: 12 }, (_, index) => `wait 30 n${index}`)
        const made = yield* Effect.forEach(names, (name) => Effect.delay(create(name), 2))
        // The worker starts after all requests are stored.
        yield* Effect.forEach(made, ({ id }) => ended(id)).pipe(
          Effect.provide(
            Layer.provideMerge(
              layerAsyncChatWorker({ ...quick, concurrency: 6 }).pipe(Layer.provide(chat.layer)),
              silent
            )
          )
        )
        // Over PostgreSQL a claim may take longer than an answer, and be overtaken by the next.
        if (postgresUrl === undefined) assert.deepEqual([chat.seen.most, chat.seen.begun], [3, names])
        assert.isAtMost(chat.seen.most, 3)
        assert.sameMembers(chat.seen.begun, names)
      }).pipe(Effect.provide(opened(path)))
    })
  )

  it.live("renews its lease, so that a second worker does not start the request again", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const [one, two] = [scriptedChat(), scriptedChat()]
      const options = { poll: 20, lease: 1_000 }
      yield* Layer.build(working(path, two, options))
      yield* Effect.gen(function* () {
        const made = yield* Effect.forEach(["wait 2500 a", "wait 2500 b", "wait 2500 c"], (name) =>
          create(name)
        )
        const records = yield* Effect.forEach(made, ({ id }) => ended(id))
        assert.isTrue(records.every(({ status }) => status === "COMPLETED"))
        assert.strictEqual(one.seen.begun.length + two.seen.begun.length, 3)
        const done = ["COMPLETED", 1]
        assert.deepEqual(yield* statuses, [done, done, done])
      }).pipe(Effect.provide(working(path, one, options)))
    })
  )

  it.live("returns its requests to the queue at a graceful shutdown, without counting the start", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const { id } = yield* Effect.gen(function* () {
        const made = yield* create("never")
        yield* until(get(made.id), ({ status }) => status === "IN_PROGRESS")
        return made
      }).pipe(Effect.provide(working(path, scriptedChat())))
      yield* Effect.gen(function* () {
        assert.deepEqual(yield* statuses, [["CREATED", 0]])
        assert.isUndefined((yield* get(id)).started_at)
      }).pipe(Effect.provide(opened(path)))
    })
  )

  it.live("survives a database that fails for a while", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`ALTER TABLE async_chat RENAME TO elsewhere`
        yield* Effect.sleep(50)
        yield* sql`ALTER TABLE elsewhere RENAME TO async_chat`
        assert.strictEqual((yield* ended((yield* create("hello")).id)).status, "COMPLETED")
      }).pipe(Effect.provide(working(path, scriptedChat())))
    })
  )
})

describe("a worker that lost its lease", () => {
  it.live("can neither renew, finish nor release a request that another worker started", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.gen(function* () {
        const { id } = yield* create("hello")
        assert.strictEqual((yield* Table.claim("first", 1, makeTurns(1)))?.id, id)
        assert.isUndefined(yield* Table.claim("second", 60_000, makeTurns(1)))
        yield* Effect.sleep(5)
        yield* Table.recover
        assert.strictEqual((yield* Table.claim("second", 60_000, makeTurns(1)))?.id, id)
        assert.isFalse(yield* Table.renew(id, "first", 60_000))
        yield* Table.finish({ group_id: "default", id }, "first", { error_message: "late" })
        yield* Table.release(id, "first")
        yield* Table.recover
        assert.deepEqual(yield* statuses, [["IN_PROGRESS", 2]])
        assert.isTrue(yield* Table.renew(id, "second", 60_000))
        yield* Table.finish({ group_id: "default", id }, "second", { error_message: "in time" })
        yield* Table.finish({ group_id: "default", id }, "second", { error_message: "again" })
        assert.deepInclude(yield* get(id), { status: "FAILED", error_message: "in time" })
      }).pipe(Effect.provide(opened(path)))
    })
  )

  it.live("stops when the request was deleted, and claims the next one", () =>
    Effect.gen(function* () {
      const [path, chat] = [yield* directory, scriptedChat()]
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* create("never")
        yield* until(get(id), ({ status }) => status === "IN_PROGRESS")
        yield* sql`DELETE FROM async_chat WHERE id = ${id}`
        assert.strictEqual((yield* ended((yield* create("hello")).id)).status, "COMPLETED")
        assert.strictEqual(chat.seen.running, 0)
      }).pipe(Effect.provide(working(path, chat, { ...quick, concurrency: 1, lease: 60 })))
    })
  )
})
