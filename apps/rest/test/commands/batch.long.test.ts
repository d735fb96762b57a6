// leadline batch as a process that is killed or interrupted.
import { programArguments, serverProgram } from "@leadline/lab/program"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { eventually } from "../support/eventually.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const scratch = emptyDirectory()
const rows = 3_000
const path = (name: string) => join(scratch, name)
writeFileSync(
  path("questions.yaml"),
  "id: ticket\nstate: text\nquestions:\n  late: {type: noul, instructions: Is the parcel late?}\n"
)
writeFileSync(
  path("rows.csv"),
  `ticket,text\n${Array.from({ length: rows }, (_row, i) => `T${i},"Parcel ${i} is late."`).join("\n")}\n`
)

const start = (out: string, ...flags: ReadonlyArray<string>) =>
  spawn(
    process.execPath,
    [
      ...programArguments(serverProgram),
      ...`batch questions.yaml rows.csv --out ${out}`.split(" "),
      ...flags
    ],
    { cwd: scratch, stdio: ["ignore", "inherit", flags.includes("--quiet") ? "inherit" : "pipe"] }
  )

const size = (out: string) => (existsSync(path(out)) ? statSync(path(out)).size : 0)

it("after kill -9 at any time, the output has each row once", async () => {
  for (let kill = 0; kill < 4; kill++) {
    const child = start("answers.jsonl", "--quiet")
    const before = size("answers.jsonl")
    const ended = once(child, "exit")
    await eventually(
      `more answers than ${before} bytes`,
      () => size("answers.jsonl") > before + 50_000 * kill
    )
    child.kill("SIGKILL")
    await ended
  }
  const child = start("answers.jsonl", "--quiet")
  const [code] = (await once(child, "exit")) as [number]
  assert.strictEqual(code, 0)
  const ids = readFileSync(path("answers.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { custom_id: string }).custom_id)
  assert.lengthOf(ids, rows)
  assert.strictEqual(new Set(ids).size, rows)
})

it("after Ctrl-C it says how many rows are done, and that the same command goes on", async () => {
  const child = start("interrupted.jsonl")
  let error = ""
  child.stderr?.on("data", (chunk: Buffer) => (error += chunk.toString()))
  const ended = once(child, "close")
  await eventually("answers", () => size("interrupted.jsonl") > 0)
  child.kill("SIGINT")
  const [code] = (await ended) as [number]
  const done = readFileSync(path("interrupted.jsonl"), "utf8").trimEnd().split("\n").length
  assert.deepStrictEqual(
    [code, error],
    [130, `${done} of ${rows} rows are done. Run the same command again for the rest.\n`]
  )
  assert.isBelow(done, rows)
})
