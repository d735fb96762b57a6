// A killed worker process: no request is lost, and one that keeps killing its worker fails.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { directory, storeArguments } from "../stores.ts"
import { create, ended, get, opened, scriptedChat, statuses, until, working } from "./scriptedChat.ts"

const script = fileURLToPath(new URL("fixtures/workAndDie.ts", import.meta.url))

/** A worker process on a directory's queue, which a chat request or the test kills. */
const killed = Effect.fnUntraced(function* (path: string, when: Effect.Effect<unknown> = Effect.never) {
  const child = spawn(process.execPath, ["--conditions=@leadline/source", script, ...storeArguments(path)])
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

describe("a killed worker process", () => {
  it.live("loses no request: a restart answers the unfinished ones and leaves the finished ones", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const names = Array.from({ length: 12 }, (_, index) => (index < 4 ? `n${index}` : `wait 600 n${index}`))
      const made = yield* Effect.provide(
        Effect.forEach(names, (name) => Effect.delay(create(name), 2)),
        opened(path)
      )
      const records = Effect.forEach(made, ({ id }) => get(id))
      const count = (between: Effect.Success<typeof records>, status: string) =>
        between.filter((record) => record.status === status).length
      const middle = until(records, (all) => count(all, "COMPLETED") === 4 && count(all, "IN_PROGRESS") === 2)
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
      // Finished requests are not sent to the chat again.
      assert.strictEqual(chat.seen.begun.length, 8)
      assert.deepEqual(after.slice(0, 4), between.slice(0, 4))
    })
  )

  it.live("fails a request that killed it three times, and answers the others", () =>
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
    })
  )
})
