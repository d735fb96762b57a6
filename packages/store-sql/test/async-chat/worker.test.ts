// The worker of async chats: turns of key groups, leases, timeouts, shutdown.
import { assert, describe } from "@effect/vitest"
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Queries from "../../src/async-chat/queries.ts"
import type { AsyncChatWorkerOptions } from "../../src/index.ts"
import { adjust, directory, eventually, insertGroup, query, startingAt, test, testOver } from "../stores.ts"
import {
  about,
  claim,
  create,
  createInOrder,
  ended,
  endLeases,
  get,
  hasBegun,
  isRunning,
  newQueue,
  opened,
  quick,
  reached,
  type Seen,
  scriptedChat,
  statuses,
  worker,
  working
} from "./scriptedChat.ts"

const withdrawn = "The API key of this request was revoked, or its key group disabled."

/** Inserts a key by SQL. */
const insertKey = (id: string, revoked_at: number | null = null) =>
  query`INSERT INTO api_key (id, name, mac, pepper_version, created_at, group_id, revoked_at)
    VALUES (${id}, '', '', '', 0, 'default', ${revoked_at})`

const timedTest = testOver(newQueue, startingAt(1_790_000_000_000))

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

timedTest("a request is answered as it was stored, though a worker claims it at once", function* () {
  const sql = yield* SqlClient.SqlClient
  const { withTransaction } = sql
  const claimFast = Effect.provideService(Effect.orDie(claim("fast")), SqlClient.SqlClient, sql)
  const claiming: typeof withTransaction = (effect) => Effect.tap(withTransaction(effect), () => claimFast)
  Object.assign(sql, { withTransaction: claiming })
  for (const content of ["small", "x".repeat(2_000_000)]) {
    const { id, status } = yield* create(content)
    assert.deepEqual([status, (yield* get(id)).status], ["CREATED", "IN_PROGRESS"])
  }
})

describe("a worker", () => {
  workerTest("does not start what a revoked or deleted key or a disabled group has queued", function* (seen) {
    yield* insertGroup("off", { disabled_at: 1 })
    yield* insertKey("gone", 1)
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
      yield* Queries.insert({ ...row, request, bytes: request.length, idempotency_key: null, owner: null })
      const { error_message } = yield* ended(id).pipe(Effect.provideService(Caller, { group, key }))
      assert.strictEqual(error_message, message)
    }
    assert.deepEqual(seen.begun, ["kept"])
    assert.deepEqual(seen.callers, ["default kept"])
  })

  workerTest(
    "interrupts what runs when its key is revoked, and nothing while the store does not say so",
    function* (seen) {
      yield* insertKey("leaked")
      const leaked = Effect.provideService(Caller, { group: "default", key: "leaked" })
      const kept = yield* create(`wait ${quick.lease}`)
      const { id } = yield* create("never").pipe(leaked)
      yield* isRunning(seen, 2)
      yield* query`ALTER TABLE api_key RENAME TO elsewhere`
      yield* heartbeats
      yield* heartbeats
      yield* query`ALTER TABLE elsewhere RENAME TO api_key`
      assert.strictEqual((yield* endedLater(kept.id)).status, "COMPLETED")
      assert.strictEqual(seen.running, 1)
      yield* query`UPDATE api_key SET revoked_at = 1`
      assert.strictEqual((yield* endedLater(id).pipe(leaked)).error_message, withdrawn)
      assert.strictEqual(seen.running, 0)
    },
    { lease: quick.lease }
  )

  workerTest(
    "reports errors of the request and its timeout, and hides the cause of all others",
    function* () {
      for (const [content, error_message] of [
        ["fail InvalidRequestError", "Too many tokens."],
        ["fail DeadlineExceededError", "The model did not answer in time."],
        ["never", "The model did not answer in time."],
        ["fail UnavailableError", "The service was overloaded."],
        ["fail ConnectionError", "The model service could not be reached, or gave no usable answer."],
        ["die", "The service failed."]
      ] as const) {
        const record = yield* ended((yield* create(content)).id)
        assert.deepInclude(record, { status: "FAILED", error_message })
      }
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
      const running = Effect.sync(() => one.seen.running + two.seen.running)
      yield* eventually(running, (count) => count === 3, adjust(options.poll))
      yield* Effect.forEach(made, ({ id }) => endedLater(id))
      assert.lengthOf([...one.seen.begun, ...two.seen.begun], 3)
      for (const status of yield* statuses) assert.deepEqual(status, ["COMPLETED", 1])
    }).pipe(Effect.provide(working(path, one, options)))
  })

  test("returns its requests to the queue at a graceful shutdown, without counting the start", function* () {
    const path = yield* directory
    const started = Effect.flatMap(create("never"), ({ id }) => reached(id, "IN_PROGRESS"))
    const { id } = yield* Effect.provide(started, working(path, scriptedChat()))
    yield* Effect.gen(function* () {
      assert.deepEqual(yield* statuses, [["CREATED", 0]])
      assert.isUndefined((yield* get(id)).started_at)
    }).pipe(Effect.provide(opened(path)))
  })
})

/** Stores requests of a group, which is created if absent; `lastEnded` is the record of the last when it has ended. */
const queued = Effect.fnUntraced(function* (group: string, ...contents: ReadonlyArray<string>) {
  yield* insertGroup(group)
  const as = Effect.provideService(Caller, { group, key: "k" })
  const made = yield* createInOrder(contents).pipe(as)
  return { lastEnded: ended(made.at(-1)?.id ?? assert.fail()).pipe(as) }
})

describe("requests of groups", () => {
  timedTest("are taken in turn, the oldest of each first", function* () {
    const chat = scriptedChat()
    const { lastEnded } = yield* queued("b", "b 0", "b 1", "b 2", "b 3", "b 4", "b 5")
    yield* queued("a", "a 0", "a 1")
    yield* queued("c", "c 0")
    yield* Effect.provide(lastEnded, worker(chat, { ...quick, concurrency: 1 }))
    const turns = ["a 0", "b 0", "c 0", "a 1", "b 1", "b 2", "b 3", "b 4", "b 5"]
    assert.deepEqual(chat.seen.begun, turns)
  })

  timedTest("start while those of two other groups never end", function* () {
    const chat = scriptedChat()
    const [a, b] = [Array<string>(10).fill("never a"), Array<string>(10).fill("never b")]
    yield* queued("a", ...a)
    yield* queued("b", ...b)
    yield* Effect.gen(function* () {
      yield* isRunning(chat.seen, 6)
      assert.strictEqual((yield* (yield* queued("c", "c")).lastEnded).status, "COMPLETED")
      assert.deepEqual(chat.seen.begun.toSorted(), ["c", ...a.slice(7), ...b.slice(7)])
    }).pipe(Effect.provide(worker(chat, { ...quick, concurrency: 8 })))
  })

  timedTest("whose worker was lost wait a minute for others, and others for them", function* () {
    const { layer, seen } = scriptedChat()
    yield* queued("b", "never suspect")
    yield* claim("one that stops")
    yield* endLeases
    yield* Queries.recover
    yield* queued("a", "never ends")
    const { lastEnded } = yield* queued("c", "fresh")
    yield* Effect.gen(function* () {
      for (const name of ["never ends", "never suspect"]) {
        yield* hasBegun(seen, name)
        yield* adjust(60_000)
      }
      yield* lastEnded
    }).pipe(Effect.provide(worker({ layer, seen }, { ...quick, concurrency: 8 })))
    assert.deepEqual(seen.begun, ["never ends", "never suspect", "fresh"])
  })

  timedTest("are asked again while the budget of their group is reserved by other calls", function* () {
    const { layer, seen } = scriptedChat()
    const { lastEnded } = yield* queued("a", "reserved")
    yield* Effect.gen(function* () {
      const begun = Effect.sync(() => seen.begun.length)
      yield* eventually(begun, (count) => count === 2, adjust(1_000))
      assert.strictEqual((yield* lastEnded).status, "COMPLETED")
    }).pipe(Effect.provide(worker({ layer, seen })))
  })
})
