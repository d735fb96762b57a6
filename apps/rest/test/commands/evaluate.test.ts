// leadline evaluate and fit over a scripted server: reports, bounds, comparisons, policies, and what they refuse before they ask.
import type { Policy } from "@leadline/core/policies"
import { chmodSync, existsSync, rmSync, statSync } from "node:fs"
import { afterEach, assert, beforeEach, it } from "vitest"
import type { Report } from "../../src/evaluation/report.ts"
import { csv, labelledText, questionsText, read, useDecisionServer } from "../support/decisionServer.ts"
import { leadline } from "../support/runCommand.ts"

const server = useDecisionServer()
const { asked, evaluate, failing, labelled, path, questions, write } = server
afterEach(() => {
  asked.splice(0)
  failing.after = Infinity
})

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
  const { code, error, out } = await evaluate(["--compare-questions", write("reworded.yaml", text)])
  assert.strictEqual(code, 0, error)
  assert.match(out, /compared with .* with .*reworded\.yaml/)
  assert.match(out, /difference of accuracy +0\.0 %/)
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

const policy = path("tickets.policy.json")

const fit = (flags: ReadonlyArray<string> = [], rows = labelled, asking = questions) =>
  leadline(["fit", asking, rows, "--url", server.url, "--out", policy, ...flags])

/** The labelled rows with more columns. */
const withColumns = (name: string, columns: string, cells: (at: number) => string) => {
  const [head = "", ...rows] = labelledText.split("\n")
  return write(name, [`${head},${columns}`, ...rows.map((row, at) => `${row},${cells(at)}`)].join("\n"))
}

beforeEach(() => rmSync(policy, { force: true }))

it("finds the probability from which answers are acted upon; evaluate applies it, to the same questions alone", async () => {
  const { code, error, out } = await fit()
  assert.strictEqual(code, 0, error)
  const { questions: written } = JSON.parse(read(policy)) as Policy
  const threshold: object = written["urgent"]?.thresholds[0] ?? assert.fail()
  assert.deepInclude(threshold, { from: 0.9, rows: 120, errors: 0, effectiveRows: 120 })
  assert.match(out, /urgent: 60 % of the labelled rows are acted upon/)
  const evaluated = await evaluate(["--policy", policy])
  assert.match(evaluated.out, /acted upon +60\.0 %/)
  assert.match(evaluated.out, /wrong among them +0\.0 % +at most 2\.5 %/)
  const other = write("other.yaml", questionsText.replace("today", "now"))
  const refused = await evaluate(["--policy", policy], labelled, other)
  assert.match(refused.error, /the policy was fitted for other questions: fit it again/)
})

it("a second fit to the same labels is counted, and says what is left of the promise", async () => {
  assert.notInclude((await fit()).error, "the same labels")
  const first = JSON.parse(read(policy))
  const { error, out } = await fit(["--error", "0.1"])
  const second = JSON.parse(read(policy))
  assert.deepEqual([first.fits, second.fits], [1, 2])
  assert.match(error, /fit 2 of .* to the same labels, .* the confidence is 90 %, not 95 %/)
  assert.match(out, /^With 90 % confidence at most 10 % of the rows acted upon are wrong/m)
})

it("too few rows are refused with the number that is needed, and no file is written", async () => {
  const { code, error } = await fit(["--error", "0.01"])
  assert.strictEqual(code, 1)
  assert.match(error, /at least 299 rows that are acted upon are needed, if none of them is wrong/)
  assert.isFalse(existsSync(policy))
})

it("a question without a threshold is named, because a server sends all rows to review for it", async () => {
  const both = `${questionsText}  spam: {type: noul, instructions: Is it an advertisement?}\n`
  const rows = withColumns("both.csv", "spam", (at) => (at % 2 === 0 ? "yes" : "no"))
  const { code, error, out } = await fit([], rows, write("both.yaml", both))
  assert.strictEqual(code, 0, error)
  assert.match(out, /^All questions together: 0 % of the rows /m)
  assert.match(error, /^Without a threshold: spam\. .* sends all rows to review\. Remove this question/m)
})

it("reviews of rows that a policy did not act upon are no sample, and evaluate says so", async () => {
  const columns = "action,inclusion_probability"
  const queue = withColumns("queue.csv", columns, () => "review,1")
  const { code, error } = await fit([], queue)
  assert.strictEqual(code, 1)
  assert.match(error, /No policy is written: all rows are reviews of rows that a policy did not act upon/)
  assert.match((await evaluate([], queue)).out, /the figures are of such rows, not of all/)
  const some = withColumns("some.csv", columns, (at) => (at === 0 ? "act,1" : "review,1"))
  assert.strictEqual((await fit([], some)).code, 0)
})
