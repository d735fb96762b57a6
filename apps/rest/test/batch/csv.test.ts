// The cells that `batch --csv` adds to rows.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, it } from "vitest"
import { lineId } from "../../src/batch/checkpoint.ts"
import { writeCsv } from "../../src/batch/csv.ts"

const scratch = mkdtempSync(join(tmpdir(), "leadline-csv-"))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const fingerprint = "0123456789abcdef"

const write = (name: string, lines: ReadonlyArray<string>) => {
  const path = join(scratch, name)
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""))
  return path
}

/** A line of the output of a batch. */
const line = (row: number, rest: object) => JSON.stringify({ id: lineId(fingerprint, row), ...rest })

it("no cell that is added is a formula of a spreadsheet, and the cells of rows stay as they are", async () => {
  const names = ["=1+1", "+x", "-x", "@x", "\tx", "\rx", "+.5e3", "-5", "plain"]
  const criteria = Object.fromEntries(names.map((name) => [name, null]))
  const answer = (choice: string) => ({
    answers: {
      kind: {
        type: "choice",
        choice,
        confidence: 1,
        probabilities: Object.fromEntries(names.map((name) => [name, name === choice ? 1 : 0]))
      }
    }
  })
  const csv = join(scratch, "out.csv")
  await writeCsv({
    path: write("rows.csv", ["text", ...names.map(() => "=2+2"), "@failed"]),
    out: write(
      "out.jsonl",
      names.map((name, at) => line(at + 1, { response: { body: answer(name) } }))
    ),
    errors: write("out.errors.jsonl", [line(names.length + 1, { error: { message: "=cmd" } })]),
    csv,
    file: {
      model: "decider-27b",
      questions: { kind: { type: "choice", criteria } },
      id: undefined,
      state: "text",
      group: undefined
    },
    fingerprint,
    rows: names.length + 1
  })
  assert.deepStrictEqual(readFileSync(csv, "utf8").split("\n"), [
    "text,answer.kind,answer.kind.probability,answer.error",
    "=2+2,'=1+1,1,",
    "=2+2,'+x,1,",
    "=2+2,'-x,1,",
    "=2+2,'@x,1,",
    `=2+2,"'\tx",1,`,
    `=2+2,"'\rx",1,`,
    "=2+2,+.5e3,1,",
    "=2+2,-5,1,",
    "=2+2,plain,1,",
    "@failed,,,'=cmd",
    ""
  ])
})

it("a score has the level that is most probable, the probability of it, and the mean of its levels", async () => {
  const csv = join(scratch, "score.out.csv")
  const grade = {
    type: "score",
    score: 1.1,
    confidence: 0.5,
    probabilities: { "0": 0.2, "1": 0.5, "2": 0.3 }
  }
  await writeCsv({
    path: write("score.csv", ["text", "answered", "failed"]),
    out: write("score.jsonl", [line(1, { response: { body: { answers: { grade } } } })]),
    errors: write("score.errors.jsonl", [line(2, { error: { message: "refused" } })]),
    csv,
    file: {
      model: "decider-27b",
      questions: { grade: { type: "score", criteria: ["low", "middle", "high"] } },
      id: undefined,
      state: "text",
      group: undefined
    },
    fingerprint,
    rows: 2
  })
  assert.deepStrictEqual(readFileSync(csv, "utf8").split("\n"), [
    "text,answer.grade,answer.grade.probability,answer.grade.score,answer.error",
    "answered,1,0.5,1.1,",
    "failed,,,,refused",
    ""
  ])
})
