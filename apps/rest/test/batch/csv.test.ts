// The cells that `batch --csv` adds to rows.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { lineId } from "../../src/batch/checkpoint.ts"
import { writeCsv } from "../../src/batch/csv.ts"
import type { QuestionsFile } from "../../src/rows/questionsFile.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const scratch = emptyDirectory()
const fingerprint = "0123456789abcdef"

const write = (name: string, lines: ReadonlyArray<string>) => {
  const path = join(scratch, name)
  writeFileSync(path, lines.map((one) => `${one}\n`).join(""))
  return path
}

/** The lines of the CSV of answers to questions, the last of which failed. */
const added = async (
  questions: QuestionsFile["questions"],
  rows: ReadonlyArray<string>,
  answers: ReadonlyArray<string>,
  failure: string
) => {
  const csv = join(scratch, "out.csv")
  await writeCsv({
    path: write("rows.csv", rows),
    out: write("out.jsonl", answers),
    errors: write("out.errors.jsonl", [failure]),
    csv,
    file: { model: "decider-27b", questions, id: undefined, state: "text", group: undefined },
    fingerprint,
    rows: rows.length - 1
  })
  return readFileSync(csv, "utf8").split("\n")
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
  const lines = await added(
    { kind: { type: "choice", criteria } },
    ["text", ...names.map(() => "=2+2"), "@failed"],
    names.map((name, at) => line(at + 1, { response: { body: answer(name) } })),
    line(names.length + 1, { error: { message: "=cmd" } })
  )
  assert.deepStrictEqual(lines, [
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
  const grade = {
    type: "score",
    score: 1.1,
    confidence: 0.5,
    probabilities: { "0": 0.2, "1": 0.5, "2": 0.3 }
  }
  const lines = await added(
    { grade: { type: "score", criteria: ["low", "middle", "high"] } },
    ["text", "answered", "failed"],
    [line(1, { response: { body: { answers: { grade } } } })],
    line(2, { error: { message: "refused" } })
  )
  assert.deepStrictEqual(lines, [
    "text,answer.grade,answer.grade.probability,answer.grade.score,answer.error",
    "answered,1,0.5,1.1,",
    "failed,,,,refused",
    ""
  ])
})
