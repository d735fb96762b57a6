// leadline evaluate over a scripted server: reports, bounds, comparisons, and what it refuses before it asks.
import { chmodSync, statSync } from "node:fs"
import { afterEach, assert, it } from "vitest"
import type { Report } from "../../src/evaluation/report.ts"
import { csv, labelledText, questionsText, read, useDecisionServer } from "../support/decisionServer.ts"
import { leadline } from "../support/runCommand.ts"

const server = useDecisionServer()
const { asked, evaluate, failing, labelled, path, questions, write } = server
afterEach(() => {
  asked.splice(0)
  failing.after = Infinity
})

const questionsFlag = (name: string, text: string) => ["--compare-questions", write(name, text)]
const keyless = write("keyless.yaml", `model: no key\n${questionsText}`)

it("writes the figures of a server's answers in every format", async () => {
  const outs = ["json", "html", "md", "xml"].map((extension) => path(`report.${extension}`))
  // It quotes rows: who could read the file before cannot any more.
  chmodSync(write("report.json", ""), 0o644)
  const { code, error, out } = await evaluate(outs.flatMap((file) => ["--out", file]))
  assert.strictEqual(code, 0, error)
  assert.match(out, /urgent: noul, 200 labelled rows in 200 groups/)
  assert.match(out, /accuracy +80\.0 %/)
  assert.strictEqual(statSync(path("report.json")).mode & 0o777, 0o600)
  const report = JSON.parse(read(outs[0] ?? "")) as Report
  const [urgent = assert.fail()] = report.questions
  assert.closeTo(urgent.figures.accuracy.value, 0.8, 1e-12)
  assert.deepStrictEqual([report.rows, report.failed, urgent.wrong.length], [200, 0, 20])
  assert.match(read(outs[1] ?? ""), /^<!doctype html>/)
})

it("a row that failed is named, left out, and makes the exit code 1; where all failed, no report is written", async () => {
  const rows = write("failing.csv", csv(["p 0.9", "bad"].map((text) => [text, "yes"])))
  const one = await evaluate([], rows)
  assert.deepStrictEqual([one.code, one.error], [1, "leadline: 1 rows failed, the first: refused\n"])
  assert.match(one.out, /^2 labelled rows, 1 failed and are left out/)
  asked.splice(0)
  failing.after = 1
  const out = write("good.json", "good")
  const all = await evaluate(["--out", out])
  assert.strictEqual(all.code, 1)
  assert.match(all.error, /: all 200 rows failed, so no report is written\. The first: refused\n$/)
  assert.strictEqual(read(out), "good")
})

it("a bound that is broken makes the exit code 1", async () => {
  assert.strictEqual((await evaluate(["--bound", "accuracy>=0.8"])).code, 0)
  const { code, error } = await evaluate(["--bound", "accuracy>=0.81"])
  assert.strictEqual(code, 1)
  assert.strictEqual(error, "leadline: Bounds are broken: urgent: accuracy>=0.81, found 0.8000\n")
  asked.splice(0)
  const without = await evaluate(["--bound", "mae<=0.5"])
  assert.deepStrictEqual([without.code, asked], [1, []])
  assert.match(without.error, /no question has the figure mae, which is that of score/)
})

it("takes the answers of a file of backends, as the source and as the second one", async () => {
  const text = `backends: {away: {kind: leadline, url: "${server.url}"}}\nroutes: {decisions: [away]}\n`
  const backends = write("backends.yaml", text)
  const sources = ["--backends", backends, "--compare", backends]
  const { code, error, out } = await leadline(["evaluate", questions, labelled, ...sources])
  assert.strictEqual(code, 0, error)
  assert.match(out, /difference of accuracy/)
  // Each source is asked once before its rows.
  assert.lengthOf(asked, 402)
})

it("compares two question files on the same rows, by the questions of one name", async () => {
  const text = questionsText.replace("instructions: ", "instructions: Really? ")
  const { code, error, out } = await evaluate(questionsFlag("reworded.yaml", text))
  assert.strictEqual(code, 0, error)
  assert.match(out, /compared with .* with .*reworded\.yaml/)
  assert.match(out, /difference of accuracy +0\.0 %/)
  const other = await evaluate(questionsFlag("other.yaml", questionsText.replace("urgent:", "late:")))
  assert.match(other.error, /other\.yaml: has no question with the name of one of the first file/)
})

it("a question without a label in any row is named, and fails where there is a bound", async () => {
  const rows = write("misspelt.csv", labelledText.replace("urgent", "urgnt"))
  const both = write("both.yaml", `${questionsText}  urgnt: {type: noul, instructions: Is it late?}\n`)
  const said = await evaluate([], rows, both)
  assert.deepStrictEqual([said.code, said.error], [0, `${rows}: no label in any row for: urgent\n`])
  asked.splice(0)
  const { code, error } = await evaluate(["--bound", "accuracy>=0.4"], rows, both)
  assert.strictEqual(code, 1)
  assert.match(error, /no label in any row for: urgent\. A --bound needs labels for each question\n$/)
  assert.deepStrictEqual(asked, [])
})

it("a source is asked once before a row, and a refused key ends it, with the variable if there was none", async () => {
  const { code, error } = await evaluate([], labelled, keyless)
  assert.strictEqual(code, 1)
  assert.match(error, /does not answer these questions, and no further row was asked about: .*key/)
  assert.lengthOf(asked, 1)
  const key = process.env["LEADLINE_API_KEY"]
  delete process.env["LEADLINE_API_KEY"]
  const without = await evaluate([], labelled, keyless)
  process.env["LEADLINE_API_KEY"] = key
  assert.match(without.error, /The request had no API key: set LEADLINE_API_KEY\.$/m)
})

it.each([
  [
    "a label that is none",
    csv([["p 0.9", "maybe"]]),
    /rows\.csv:2: the label "maybe" of "urgent" is none of yes or no/
  ],
  [
    "an id of two rows",
    `${csv([["p 0.9", "yes"]])}\nT0,C7,p 0.7,no`,
    /rows\.csv:3: the id "T0" is that of another row, too/
  ],
  [
    "a level that is none",
    "text,grade\na,1\nb,2\n",
    /rows\.csv:3: the label "2" of "grade" is none of 0 to 1: levels count from 0/,
    "state: text\nquestions: {grade: {type: score, criteria: [low, high]}}\n"
  ],
  [
    "a column that is label and state",
    labelledText,
    /"urgent" is that of a label, and state, id or group as well/,
    questionsText.replace("state: text", "state: [text, urgent]")
  ]
])("%s is refused before anything is asked", async (_what, rows, wanted, asking = questionsText) => {
  const { code, error } = await evaluate([], write("rows.csv", rows), write("asking.yaml", asking))
  assert.strictEqual(code, 1)
  assert.match(error, wanted)
  assert.deepStrictEqual(asked, [])
})

it("rows in the place of the questions, and files that are not there, are named", async () => {
  const { error } = await leadline(["evaluate", labelled, questions])
  assert.match(error, /\.csv: is a file of rows: expected the file of questions first, YAML or JSON\n$/)
  assert.match((await evaluate([], path("none.csv"))).error, /none\.csv:? does not exist$/m)
})

it("prints a name of a file without what a terminal acts upon", async () => {
  const asking = questionsText.replace("urgent:", '"urgent\\e[2J":')
  const rows = labelledText.replace("urgent", "urgent\u001B[2J")
  const { error, out } = await evaluate([], write("escapes.csv", rows), write("escapes.yaml", asking))
  assert.include(`${out}${error}`, "urgent\\u{1b}[2J")
  assert.notInclude(`${out}${error}`, "\u001B")
  const missing = await evaluate([], write("other.csv", "\u001B[2J\n1\n"), questions)
  assert.include(missing.error, "only \\u{1b}[2J")
})
