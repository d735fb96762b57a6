// A paused worker process: another one answers what it had, and its late result is not written.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { directory, storeArguments } from "../stores.ts"
import { create, ended, get, opened, scriptedChat, statuses, until, working } from "./scriptedChat.ts"

const script = fileURLToPath(new URL("fixtures/workAndDie.ts", import.meta.url))

/** A worker process on a directory's queue, killed when the scope closes. */
const workerProcess = (path: string) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, ["--conditions=@leadline/source", script, ...storeArguments(path)])
    ),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

describe("a paused worker process", () => {
  it.live(
    "loses its request to another worker, and cannot write its own result afterwards",
    () =>
      Effect.gen(function* () {
        const path = yield* directory
        const { id } = yield* Effect.provide(create("wait 700 n0"), opened(path))
        const child = yield* workerProcess(path)
        const row = Effect.provide(get(id), opened(path))
        yield* until(row, ({ status }) => status === "IN_PROGRESS")
        child.kill("SIGSTOP")
        const other = scriptedChat()
        const record = yield* Effect.provide(ended(id), working(path, other))
        assert.strictEqual(record.status, "COMPLETED")
        assert.deepEqual(other.seen.begun, ["wait 700 n0"])
        child.kill("SIGCONT")
        // It goes on with other requests, so that what it did with this one is over.
        const next = yield* Effect.provide(create("n1"), opened(path))
        yield* Effect.provide(ended(next.id), opened(path))
        const slow = yield* Effect.provide(create("wait 800 n2"), opened(path))
        yield* Effect.provide(ended(slow.id), opened(path))
        assert.deepEqual(yield* row, record)
        const rows = yield* Effect.provide(statuses, opened(path))
        assert.deepEqual(rows[0], ["COMPLETED", 2])
        child.kill("SIGKILL")
        yield* Effect.promise(() => once(child, "close"))
      }),
    60_000
  )
})
