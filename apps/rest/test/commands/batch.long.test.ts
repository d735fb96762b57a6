// leadline batch as a process that is killed again and again.
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

const start = () =>
  spawn(
    process.execPath,
    [
      ...programArguments(serverProgram),
      ..."batch questions.yaml rows.csv --out answers.jsonl --quiet".split(" ")
    ],
    { cwd: scratch, stdio: "inherit" }
  )

const size = () => (existsSync(path("answers.jsonl")) ? statSync(path("answers.jsonl")).size : 0)

it("after kill -9 at any time, the output has each row once", async () => {
  for (let kill = 0; kill < 4; kill++) {
    const child = start()
    const before = size()
    const ended = once(child, "exit")
    await eventually(`more answers than ${before} bytes`, () => size() > before + 50_000 * kill)
    child.kill("SIGKILL")
    await ended
  }
  const child = start()
  const [code] = (await once(child, "exit")) as [number]
  assert.strictEqual(code, 0)
  const ids = readFileSync(path("answers.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { custom_id: string }).custom_id)
  assert.lengthOf(ids, rows)
  assert.strictEqual(new Set(ids).size, rows)
})
