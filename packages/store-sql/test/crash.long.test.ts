// Processes that are killed or paused while they work: what they have reported is there, and nothing half done.
import { assert, describe } from "@effect/vitest"
import { readBundle, Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import {
  createInOrder,
  ended,
  endLeases,
  get,
  opened,
  scriptedChat,
  working
} from "./async-chat/scriptedChat.ts"
import { open, skillsIn } from "./skills/skillStore.ts"
import { accepts, directory, eventually, postgresUrl, store } from "./stores.ts"
import { ensureKey } from "../src/index.ts"
import { test } from "./effects.ts"
import { query } from "./query.ts"

const script = fileURLToPath(new URL("fixtures/untilKilled.ts", import.meta.url))

/** A process of the fixture, killed when the scope closes; `lines` is what it has printed. */
const startProcess = (work: string, path: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const args = ["--conditions=@leadline/source", script, work, path, postgresUrl ?? ""]
      const child = spawn(process.execPath, args)
      const seen = { lines: [] as ReadonlyArray<string>, error: "" }
      let output = ""
      child.stdout.on("data", (chunk) => {
        output += String(chunk)
        seen.lines = output.split("\n").slice(0, -1)
      })
      child.stderr.on("data", (chunk) => (seen.error += String(chunk)))
      const closed = new Promise<string | null>((resolve) => child.on("close", (_, by) => resolve(by)))
      return { child, closed, seen }
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
  )

type Started = Effect.Success<ReturnType<typeof startProcess>>

/** What a process has printed when it was killed, by itself or by the test. */
const whenKilled = ({ closed, seen }: Started) =>
  Effect.map(
    Effect.promise(() => closed),
    (signal) => {
      assert.strictEqual(signal, "SIGKILL", seen.error)
      return seen.lines
    }
  )

/** Waits until a process has printed so many lines. */
const printed = ({ child, seen }: Started, count: number) =>
  eventually(
    Effect.sync(() => {
      assert.isNull(child.exitCode, seen.error)
      return seen.lines.length
    }),
    (length) => length >= count
  )

const kill = (started: Started) => Effect.sync(() => started.child.kill("SIGKILL"))

describe("a first key", () => {
  test.live(
    "survives a process killed right after creating it; two concurrent processes create exactly one",
    function* () {
      const path = yield* directory
      const both = [yield* startProcess("key", path), yield* startProcess("key", path)]
      const [key = "", ...others] = (yield* Effect.forEach(both, whenKilled)).flat()
      assert.match(key, /^ll_live_[0-9A-Za-z]{48}$/)
      assert.deepEqual(others, [])
      yield* Effect.gen(function* () {
        yield* accepts(Redacted.make(key))
        assert.strictEqual((yield* ensureKey())._tag, "Existing")
      }).pipe(Effect.provide(store(path)))
    }
  )
})

const inspectSkill = Effect.gen(function* () {
  const skills = yield* Skills
  if (postgresUrl === undefined) assert.deepEqual(yield* query`PRAGMA integrity_check`.values, [["ok"]])
  const [skill, ...others] = (yield* skills.list()).skills
  assert.isEmpty(others)
  const { name, revision, skill_id } = skill ?? assert.fail()
  const revisions = yield* Stream.runCollect(skills.listAllRevisions({ skill_id }))
  assert.strictEqual(revisions[0]?.revision, revision, "the active revision is the newest")
  const files = yield* query`SELECT DISTINCT revision FROM skill_file`
  assert.lengthOf(files, revisions.length, "a file for each revision")
  const { url } = yield* skills.download({ skill_id })
  assert.strictEqual((yield* readBundle(yield* open(url))).name, name)
  return revisions.map((each) => each.revision)
})

describe("a process killed while it updates a skill", () => {
  test.live("leaves the last reported revision or the next one, complete", function* () {
    const path = yield* directory
    // At different places of an update.
    for (const after of ["0 millis", "7 millis", "18 millis"] as const) {
      const started = yield* startProcess("skill", path)
      yield* printed(started, 4)
      yield* Effect.delay(kill(started), after)
      const reported = (yield* whenKilled(started)).at(-1)
      const [newest, before] = yield* Effect.provide(inspectSkill, skillsIn(path))
      assert.include([newest, before], reported)
    }
  })
})

describe("a killed worker of async chats", () => {
  test.live(
    "loses no request: a restart answers the unfinished ones and leaves the finished ones",
    function* () {
      const path = yield* directory
      const names = Array.from({ length: 12 }, (_, index) => (index < 4 ? `n${index}` : `hold n${index}`))
      const made = yield* Effect.provide(createInOrder(names), opened(path))
      const records = Effect.provide(
        Effect.forEach(made, ({ id }) => get(id)),
        opened(path)
      )
      const [done, running] = [Array(4).fill("COMPLETED"), Array(2).fill("IN_PROGRESS")]
      const expected = [...done, ...running, ...Array(6).fill("CREATED")].join()
      const started = yield* startProcess("chats", path)
      const between = yield* eventually(records, (all) => all.map(({ status }) => status).join() === expected)
      yield* kill(started)
      yield* whenKilled(started)
      yield* Effect.provide(endLeases, opened(path))
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
      assert.lengthOf(chat.seen.begun, 8)
      assert.deepEqual(after.slice(0, 4), between.slice(0, 4))
    }
  )
})
