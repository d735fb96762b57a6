import { assert, describe, it } from "@effect/vitest"
import { Caller } from "@leadline/core/authorization"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as SqlClient from "effect/sql/SqlClient"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { type AsyncChatWorkerOptions, layerAsyncChat, layerAsyncChatWorker } from "../src/index.ts"
import * as Sqlite from "../src/sqlite.ts"
import { create, ended, get, scriptedChat, until } from "./chats.ts"
import { directory, file } from "./stores.ts"

const quick = { poll: 5, lease: 300 }
const silent = Logger.layer([])

const opened = (path: string) =>
  Layer.fresh(Layer.provideMerge(layerAsyncChat, Sqlite.layer({ filename: file(path) })))

/** A store in a directory, with a worker on it. */
const working = (
  path: string,
  chat: ReturnType<typeof scriptedChat>,
  options: AsyncChatWorkerOptions = quick
) =>
  layerAsyncChatWorker(options).pipe(
    Layer.provide(chat.layer),
    Layer.provideMerge(opened(path)),
    Layer.provideMerge(silent)
  )

const statuses = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`SELECT status, starts FROM async_chat ORDER BY created_at, id`.values
)

describe("a worker", () => {
  it.live("answers what is asked, on behalf of the key that asked, with the times of each step", () =>
    Effect.gen(function* () {
      const chat = scriptedChat()
      const path = yield* directory
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

  it.live("tells what was wrong with a request, and of other failures nothing of their cause", () =>
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

  it.live("gives up on an answer that takes too long", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.gen(function* () {
        const record = yield* ended((yield* create("never")).id)
        assert.deepInclude(record, { status: "FAILED", error_message: "The model did not answer in time." })
      }).pipe(Effect.provide(working(path, scriptedChat(), { ...quick, longestRun: 50 })))
    })
  )

  it.live("works on as many as it may at a time, oldest first, and on each once", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const chat = scriptedChat()
      yield* Effect.gen(function* () {
        const names = Array.from({ length: 12 }, (_, index) => `wait 30 n${index}`)
        const made = yield* Effect.forEach(names, (name) => Effect.delay(create(name), 2))
        // The work begins when all are there.
        yield* Effect.forEach(made, ({ id }) => ended(id)).pipe(
          Effect.provide(
            Layer.provideMerge(
              layerAsyncChatWorker({ ...quick, concurrency: 3 }).pipe(Layer.provide(chat.layer)),
              silent
            )
          )
        )
        assert.strictEqual(chat.seen.most, 3)
        assert.deepEqual(chat.seen.begun, names)
      }).pipe(Effect.provide(opened(path)))
    })
  )

  it.live("keeps what takes longer than its lease; a second worker on the file does not begin it anew", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const [one, two] = [scriptedChat(), scriptedChat()]
      const options = { poll: 5, lease: 90 }
      yield* Layer.build(working(path, two, options))
      yield* Effect.gen(function* () {
        const made = yield* Effect.forEach(["wait 500 a", "wait 500 b", "wait 500 c"], (name) => create(name))
        const records = yield* Effect.forEach(made, ({ id }) => ended(id))
        assert.isTrue(records.every(({ status }) => status === "COMPLETED"))
        assert.strictEqual(one.seen.begun.length + two.seen.begun.length, 3)
        const done = ["COMPLETED", 1]
        assert.deepEqual(yield* statuses, [done, done, done])
      }).pipe(Effect.provide(working(path, one, options)))
    })
  )

  it.live("puts its work back when it stops in good order, without counting the start", () =>
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

  it.live("outlives a database that fails for a while", () =>
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

const script = fileURLToPath(new URL("fixtures/workAndDie.ts", import.meta.url))

/** A process that works on a directory's queue until it is killed: by itself, or when something has happened. */
const killed = Effect.fnUntraced(function* (path: string, when: Effect.Effect<unknown> = Effect.never) {
  const child = spawn(process.execPath, ["--conditions=@leadline/source", script, path])
  let failed = ""
  child.stderr.on("data", (chunk) => (failed += String(chunk)))
  const gone = Effect.promise(
    () => new Promise<NodeJS.Signals | null>((resolve) => child.on("close", (_, signal) => resolve(signal)))
  )
  const kill = Effect.andThen(
    when,
    Effect.sync(() => child.kill("SIGKILL"))
  )
  const signal = yield* Effect.raceFirst(gone, Effect.andThen(kill, Effect.never))
  assert.strictEqual(signal, "SIGKILL", failed)
})

describe("a process that is killed", () => {
  it.live(
    "in the middle loses nothing: all that was asked is answered after a restart, what was answered stays so",
    () =>
      Effect.gen(function* () {
        const path = yield* directory
        const names = Array.from({ length: 12 }, (_, index) =>
          index < 4 ? `n${index}` : `wait 600 n${index}`
        )
        const made = yield* Effect.provide(
          Effect.forEach(names, (name) => Effect.delay(create(name), 2)),
          opened(path)
        )
        const records = Effect.forEach(made, ({ id }) => get(id))
        const count = (between: Effect.Success<typeof records>, status: string) =>
          between.filter((record) => record.status === status).length
        const middle = until(
          records,
          (all) => count(all, "COMPLETED") === 4 && count(all, "IN_PROGRESS") === 2
        )
        yield* killed(path, Effect.orDie(Effect.provide(middle, opened(path))))
        const between = yield* Effect.provide(records, opened(path))
        assert.deepEqual(
          between.map(({ status }) => status),
          [...Array(4).fill("COMPLETED"), "IN_PROGRESS", "IN_PROGRESS", ...Array(6).fill("CREATED")]
        )
        const chat = scriptedChat()
        const after = yield* Effect.provide(
          Effect.forEach(made, ({ id }) => ended(id)),
          working(path, chat)
        )
        assert.deepEqual(
          after.map(({ response, status }) => [status, response?.choices[0]?.message.content]),
          names.map((name) => ["COMPLETED", `re: ${name}`])
        )
        // What had been answered is not asked again.
        assert.strictEqual(chat.seen.begun.length, 8)
        assert.deepEqual(after.slice(0, 4), between.slice(0, 4))
      }),
    20_000
  )

  it.live(
    "by a request three times fails that one, and the rest is answered",
    () =>
      Effect.gen(function* () {
        const path = yield* directory
        const [poison, after] = yield* Effect.provide(
          Effect.all([create("kill"), Effect.delay(create("hello"), 5)]),
          opened(path)
        )
        for (const starts of [1, 2, 3]) {
          yield* killed(path)
          const rows = yield* Effect.provide(statuses, opened(path))
          assert.deepEqual(rows[0], ["IN_PROGRESS", starts])
        }
        yield* Effect.gen(function* () {
          assert.deepInclude(yield* ended(poison.id), {
            status: "FAILED",
            error_message: "The service stopped each time it worked on this request."
          })
          assert.strictEqual((yield* ended(after.id)).status, "COMPLETED")
        }).pipe(Effect.provide(working(path, scriptedChat())))
      }),
    30_000
  )
})
