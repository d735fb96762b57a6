// The cells that `batch --csv` adds to rows.
import { readFileSync } from "node:fs"
import { assert, it } from "vitest"
import { lineId } from "../../src/batch/checkpoint.ts"
import { writeCsv } from "../../src/batch/csv.ts"
import { filesIn } from "../support/decisionServer.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const { path, write } = filesIn(emptyDirectory())
const fingerprint = "0123456789abcdef"

/** A line of the output of a batch. */
const line = (row: number, rest: object) => `${JSON.stringify({ id: lineId(fingerprint, row), ...rest })}\n`

it("a score has level, probability and mean; no cell that is added is a formula of a spreadsheet, and rows stay as they are", async () => {
  const cells = {
    "=1+1": "'=1+1",
    "+x": "'+x",
    "-x": "'-x",
    "@x": "'@x",
    "\tx": `"'\tx"`,
    "\rx": `"'\rx"`,
    "+.5e3": "+.5e3",
    "-5": "-5"
  }
  const names = Object.keys(cells)
  const criteria = Object.fromEntries(names.map((name) => [name, null]))
  const probabilities = { "0": 0.2, "1": 0.5, "2": 0.3 }
  const grade = { type: "score", score: 1.1, confidence: 0.5, probabilities }
  const answered = (choice: string) => {
    const kind = { type: "choice", choice, confidence: 1, probabilities: { [choice]: 1 } }
    return { response: { body: { answers: { kind, grade } } } }
  }
  const rows = ["text", ...names.map(() => "=2+2"), "@failed"]
  await writeCsv({
    path: write("rows.csv", rows.join("\n")),
    out: write("out.jsonl", names.map((name, at) => line(at + 1, answered(name))).join("")),
    errors: write("out.errors.jsonl", line(names.length + 1, { error: { message: "=cmd" } })),
    csv: path("out.csv"),
    file: {
      model: "decider-27b",
      questions: {
        kind: { type: "choice", criteria },
        grade: { type: "score", criteria: ["low", "middle", "high"] }
      },
      id: undefined,
      state: "text",
      group: undefined
    },
    fingerprint,
    rows: rows.length - 1
  })
  const added = ["kind", "kind.probability", "grade", "grade.probability", "grade.score", "error"]
  assert.deepStrictEqual(readFileSync(path("out.csv"), "utf8").split("\n"), [
    ["text", ...added.map((name) => `answer.${name}`)].join(),
    ...Object.values(cells).map((cell) => `=2+2,${cell},1,1,0.5,1.1,`),
    "@failed,,,,,,'=cmd",
    ""
  ])
})
