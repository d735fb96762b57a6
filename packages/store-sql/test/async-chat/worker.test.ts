// The worker of async chats: order, leases, timeouts, shutdown.
import { assert, describe } from "@effect/vitest"
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Table from "../../src/async-chat/table.ts"
import type { AsyncChatWorkerOptions } from "../../src/index.ts"
import { adjust, directory, eventually, insertGroup, startingAt } from "../stores.ts"
import {
  about,
  create,
  ended,
  get,
  isRunning,
  opened,
  quick,
  reached,
  type Seen,
  scriptedChat,
  statuses,
  working
} from "./scriptedChat.ts"
import { test, testOver } from "../effects.ts"
import { query } from "../query.ts"

const withdrawn = "The API key of this request was revoked, or its key group disabled."

/** Inserts a key by SQL. */
const insertKey = (id: string, more: object = {}) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const row = { id, name: "", mac: "", pepper_version: "", created_at: 0, group_id: "default", ...more }
    return sql`INSERT INTO api_key ${sql.insert(row)}`
  })

const timedTest = testOver(Layer.empty, startingAt(1_790_000_000_000))

/** A test on a new store with a worker. */
const workerTest = (
  title: string,
  steps: (
    seen: Seen
  ) => Generator<Effect.Effect<unknown, unknown, Layer.Success<ReturnType<typeof working>>>, void>,
  options?: AsyncChatWorkerOptions
) =>
  timedTest(title, function* () {
    const chat = scriptedChat()
    const run = Effect.gen(() => steps(chat.seen))
    yield* Effect.provide(run, working(yield* directory, chat, options))
  })

/** Lets the heartbeats of a worker run. */
const heartbeats = adjust(quick.lease / 3)

/** The record of a finished request that needs heartbeats. */
const endedLater = (id: string) =>
  eventually(get(id), ({ status }) => status === "COMPLETED" || status === "FAILED", heartbeats)

describe("a worker", () => {
  workerTest("answers a request on behalf of its API key", function* (seen) {
    const content = `hello\0${String.fromCharCode(0xd800)}`
    const { id } = yield* create(content).pipe(Effect.provideService(Caller, { group: "default", key: "k7" }))
    const record = yield* ended(id)
    assert.strictEqual(record.status, "COMPLETED")
    assert.strictEqual(record.response?.choices[0]?.message.content, `re: ${content}`)
    assert.deepEqual(seen.callers, ["default k7"])
  })

  workerTest("does not start what a revoked or deleted key or a disabled group has queued", function* (seen) {
    yield* insertGroup("off", { disabled_at: 1 })
    yield* insertKey("gone", { revoked_at: 1 })
    yield* insertKey("kept")
    for (const [group, key, message] of [
      ["default", "gone", withdrawn],
      ["default", "deleted", withdrawn],
      ["off", "kept", withdrawn],
      ["default", "kept", undefined]
    ] as const) {
      const id = `${group}-${key}`
      // As a request of before: the service queues none of a disabled group.
      const row = { id, group_id: group, key_id: key, model: "sonar", request_hash: "" }
      const request = JSON.stringify(about(key).request)
      yield* Table.insert({ ...row, request, bytes: request.length, idempotency_key: null, owner: null })
      const { error_message } = yield* ended(id).pipe(Effect.provideService(Caller, { group, key }))
      assert.strictEqual(error_message, message)
    }
    assert.deepEqual(seen.begun, ["kept"])
  })

  workerTest(
    "interrupts and fails what runs when its key is revoked",
    function* (seen) {
      yield* insertKey("leaked")
      yield* Effect.gen(function* () {
        const { id } = yield* create("never")
        yield* isRunning(seen, 1)
        yield* query`UPDATE api_key SET revoked_at = 1`
        const record = yield* endedLater(id)
        assert.deepInclude(record, { status: "FAILED", error_message: withdrawn })
      }).pipe(Effect.provideService(Caller, { group: "default", key: "leaked" }))
      assert.strictEqual(seen.running, 0)
    },
    { lease: quick.lease }
  )

  workerTest("reports errors of the request, and hides the cause of all others", function* () {
    for (const [content, error_message] of [
      ["fail InvalidRequestError", "Too many tokens."],
      ["fail DeadlineExceededError", "The model did not answer in time."],
      ["fail UnavailableError", "The service was overloaded."],
      ["fail ConnectionError", "The model service could not be reached, or gave no usable answer."],
      ["die", "The service failed."]
    ] as const) {
      const record = yield* ended((yield* create(content)).id)
      assert.deepInclude(record, { status: "FAILED", error_message })
    }
  })

  workerTest(
    "fails a request that exceeds the timeout",
    function* () {
      const record = yield* ended((yield* create("never")).id)
      assert.deepInclude(record, { status: "FAILED", error_message: "The model did not answer in time." })
    },
    { ...quick, longestRun: 50 }
  )

  timedTest("renews its lease, so that a second worker does not start the request again", function* () {
    const path = yield* directory
    const [one, two] = [scriptedChat(), scriptedChat()]
    const options = { poll: 5_000, lease: quick.lease }
    yield* Layer.build(working(path, two, options))
    yield* Effect.gen(function* () {
      const made = yield* Effect.forEach(["a", "b", "c"], (name) => create(`wait ${3 * quick.lease} ${name}`))
      yield* eventually(
        Effect.sync(() => one.seen.running + two.seen.running),
        (running) => running === 3,
        adjust(options.poll)
      )
      yield* Effect.forEach(made, ({ id }) => endedLater(id))
      assert.lengthOf([...one.seen.begun, ...two.seen.begun], 3)
      assert.deepEqual(
        yield* statuses,
        made.map(() => ["COMPLETED", 1])
      )
    }).pipe(Effect.provide(working(path, one, options)))
  })

  test("returns its requests to the queue at a graceful shutdown, without counting the start", function* () {
    const path = yield* directory
    const { id } = yield* Effect.gen(function* () {
      const made = yield* create("never")
      return yield* reached(made.id, "IN_PROGRESS")
    }).pipe(Effect.provide(working(path, scriptedChat())))
    yield* Effect.gen(function* () {
      assert.deepEqual(yield* statuses, [["CREATED", 0]])
      assert.isUndefined((yield* get(id)).started_at)
    }).pipe(Effect.provide(opened(path)))
  })

  workerTest("survives a database that fails for a while", function* () {
    yield* query`ALTER TABLE async_chat RENAME TO elsewhere`
    yield* adjust(50)
    yield* query`ALTER TABLE elsewhere RENAME TO async_chat`
    const { id } = yield* create("hello")
    yield* adjust(1_000)
    assert.strictEqual((yield* ended(id)).status, "COMPLETED")
  })

  workerTest(
    "finishes a chat though the store does not say whether its key was revoked",
    function* (seen) {
      const { id } = yield* create(`wait ${quick.lease}`)
      yield* isRunning(seen, 1)
      yield* query`ALTER TABLE api_key RENAME TO elsewhere`
      yield* heartbeats
      yield* heartbeats
      yield* query`ALTER TABLE elsewhere RENAME TO api_key`
      assert.strictEqual((yield* endedLater(id)).status, "COMPLETED")
    },
    { lease: quick.lease }
  )
})
