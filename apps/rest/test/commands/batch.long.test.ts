// leadline batch as a process that is interrupted or killed.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { eventually } from "../support/eventually.ts"
import { emptyDirectory, start } from "../support/serverProcess.ts"

const scratch = emptyDirectory()
const rows = 3_000
const out = join(scratch, "answers.jsonl")
writeFileSync(
  join(scratch, "questions.yaml"),
  "id: ticket\nstate: text\nquestions:\n  late: {type: noul, instructions: Is the parcel late?}\n"
)
writeFileSync(
  join(scratch, "rows.csv"),
  `ticket,text\n${Array.from({ length: rows }, (_row, i) => `T${i},"Parcel ${i} is late."`).join("\n")}\n`
)

const size = () => (existsSync(out) ? statSync(out).size : 0)
const lines = () => readFileSync(out, "utf8").trimEnd().split("\n")

/** Runs it, if given until it has added so many bytes to its output and got a signal. */
const run = async (signal?: NodeJS.Signals, bytes = 1) => {
  const { child, ended, seen } = start({}, scratch, ["batch", "questions.yaml", "rows.csv", "--out", out])
  const before = size()
  if (signal !== undefined) {
    await eventually(`${bytes} bytes more`, () => size() >= before + bytes || child.exitCode !== null)
    child.kill(signal)
  }
  return { code: await ended(), error: seen.stderr }
}

it("after Ctrl-C it says how many rows are done; after kill -9 at any time, the output has each row once", async () => {
  const interrupted = await run("SIGINT")
  const done = lines().length
  const error = `${done} of ${rows} rows are done. Run the same command again for the rest.\n`
  assert.deepStrictEqual(interrupted, { code: 130, error })
  assert.isBelow(done, rows)
  for (let kill = 0; kill < 3; kill++) await run("SIGKILL", 1 + 50_000 * kill)
  assert.strictEqual((await run()).code, 0)
  const ids = lines().map((line) => (JSON.parse(line) as { custom_id: string }).custom_id)
  assert.lengthOf(ids, rows)
  assert.strictEqual(new Set(ids).size, rows)
})
