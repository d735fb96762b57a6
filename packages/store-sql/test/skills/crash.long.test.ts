// A process killed during updates leaves complete revisions only, including the last one it reported.
import { assert, describe, it } from "@effect/vitest"
import { readBundle, Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { directory, postgresUrl, storeArguments } from "../stores.ts"
import { open, skillsIn } from "./skillStore.ts"

const script = fileURLToPath(new URL("fixtures/updateSkill.ts", import.meta.url))

/** Kills the process some milliseconds after its third line and returns its lines. */
const killed = (path: string, after: number) =>
  new Promise<ReadonlyArray<string>>((resolve, reject) => {
    const child = spawn(process.execPath, ["--conditions=@leadline/source", script, ...storeArguments(path)])
    let output = ""
    let failed = ""
    let isDue = false
    child.stdout.on("data", (chunk) => {
      output += String(chunk)
      if (isDue || output.split("\n").length <= 3) return
      isDue = true
      setTimeout(() => child.kill("SIGKILL"), after)
    })
    child.stderr.on("data", (chunk) => (failed += String(chunk)))
    child.on("error", reject)
    child.on("close", (_, signal) =>
      signal === "SIGKILL" ? resolve(output.split("\n").slice(0, -1)) : reject(new Error(failed))
    )
  })

const inspected = Effect.gen(function* () {
  const skills = yield* Skills
  const sql = yield* SqlClient.SqlClient
  if (postgresUrl === undefined) {
    assert.deepEqual(yield* sql`PRAGMA integrity_check`.values, [["ok"]])
  }
  const [skill, ...others] = (yield* skills.list()).skills
  assert.isEmpty(others)
  const { name, revision, skill_id } = skill ?? assert.fail()
  const revisions = yield* Stream.runCollect(skills.listAllRevisions({ skill_id }))
  assert.strictEqual(revisions[0]?.revision, revision, "the active revision is the newest")
  assert.deepEqual(
    yield* sql`SELECT COUNT(DISTINCT revision) FROM skill_file`.values,
    [[revisions.length]],
    "a file for each revision"
  )
  const { url } = yield* skills.download({ skill_id })
  const bundle = yield* readBundle(yield* open(url))
  assert.strictEqual(bundle.name, name)
  return revisions.map((each) => each.revision)
})

describe("a process killed while it updates", () => {
  it.effect(
    "leaves the last reported revision or the next one, complete",
    () =>
      Effect.gen(function* () {
        const path = yield* directory
        for (const after of [0, 7, 18]) {
          const output = yield* Effect.promise(() => killed(path, after))
          const [newest, before] = yield* Effect.provide(inspected, skillsIn(path))
          assert.include([newest, before], output.at(-1), `killed ${after} ms after the third`)
        }
      }),
    60_000
  )
})
