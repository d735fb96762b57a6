// leadline evaluate, over a scripted server and the embedded engine.
import { chmodSync, statSync } from "node:fs"
import { assert, describe, it } from "vitest"
import type { Report } from "../../src/evaluation/report.ts"
import { csv, labelledText, questionsText, read, useDecisionServer } from "../support/decisionServer.ts"
import { useJsonServer } from "../support/jsonServer.ts"
import { leadline } from "../support/runCommand.ts"

const server = useDecisionServer()
const { asked, evaluate, labelled, path, questions, write } = server

/** A server that answers one request, and refuses all others. */
let isTried = false
const failing = useJsonServer(() => {
  if (isTried) return { status: 400, body: { error: { message: "refused", type: "invalid_request_error" } } }
  isTried = true
  const answers = { urgent: { type: "noul", noul: 0.9 } }
  return { body: { model: "decider-27b", answers, usage: { input_tokens: 1, output_tokens: 1 } } }
})

const questionsFlag = (name: string, text: string) => ["--compare-questions", write(name, text)]

describe("evaluate", () => {
  it("writes the figures of a server's answers in every format", async () => {
    const outs = ["json", "html", "md", "xml"].map((extension) => path(`report.${extension}`))
    // It quotes rows: who could read the file before cannot any more.
    chmodSync(write("report.json", ""), 0o644)
    const flags = outs.flatMap((out) => ["--out", out])
    const { code, error, out } = await evaluate(flags)
    assert.strictEqual(code, 0, error)
    assert.match(out, /urgent: noul, 200 labelled rows in 200 groups/)
    assert.match(out, /accuracy +80\.0 %/)
    assert.strictEqual(statSync(path("report.json")).mode & 0o777, 0o600)
    const report = JSON.parse(read(outs[0] ?? "")) as Report
    assert.deepStrictEqual([report.rows, report.failed], [200, 0])
    const [urgent = assert.fail()] = report.questions
    assert.closeTo(urgent.figures.accuracy.value, 0.8, 1e-12)
    assert.lengthOf(urgent.wrong, 20)
    assert.match(read(outs[1] ?? ""), /^<!doctype html>/)
  })

  it("a row that failed is named, left out, and makes the exit code 1", async () => {
    const rows = write(
      "failing.csv",
      csv([
        ["p 0.9", "yes"],
        ["bad", "yes"],
        ["p 0.1", ""]
      ])
    )
    const { code, error, out } = await evaluate([], rows)
    assert.strictEqual(code, 1)
    assert.strictEqual(error, "leadline: 1 rows failed, the first: refused\n")
    assert.match(out, /^2 labelled rows, 1 failed and are left out/)
  })

  it("where every row failed no report is written, and the one of that name stays", async () => {
    const out = write("good.json", "good")
    isTried = false
    const flags = ["--url", failing.url, "--out", out]
    const { code, error } = await leadline(["evaluate", questions, labelled, ...flags])
    assert.strictEqual(code, 1)
    assert.match(
      error,
      /^leadline: http:\S+: all 200 rows failed, so no report is written\. The first: refused\n$/
    )
    assert.strictEqual(read(out), "good")
  })

  it("a bound that is broken makes the exit code 1", async () => {
    assert.strictEqual((await evaluate(["--bound", "accuracy>=0.8"])).code, 0)
    const { code, error } = await evaluate(["--bound", "accuracy>=0.81"])
    assert.deepStrictEqual(
      [code, error],
      [1, "leadline: Bounds are broken: urgent: accuracy>=0.81, found 0.8000\n"]
    )
    assert.strictEqual((await evaluate(["--bound", "precision>=0.8"])).code, 2)
    asked.splice(0)
    const without = await evaluate(["--bound", "mae<=0.5"])
    assert.deepStrictEqual([without.code, asked], [1, []])
    assert.match(without.error, /--bound mae<=0\.5: no question has the figure mae, which is that of score/)
    const percent = await evaluate(["--bound", "accuracy>=90"])
    assert.strictEqual(percent.code, 2)
    assert.match(percent.error, /from 0 to 1, as accuracy>=0\.9: got accuracy>=90/)
  })

  it("takes the answers of a file of backends, as the source and as the second one", async () => {
    const backends = write(
      "backends.yaml",
      `backends:\n  away: {kind: leadline, url: "${server.url}"}\nroutes:\n  decisions: [away]\n`
    )
    asked.splice(0)
    const sources = ["--backends", backends, "--compare", backends]
    const { code, error, out } = await leadline(["evaluate", questions, labelled, ...sources])
    assert.strictEqual(code, 0, error)
    assert.match(out, /accuracy +80\.0 %/)
    assert.match(out, /difference of accuracy/)
    // Each source is asked once before its rows.
    assert.lengthOf(asked, 402)
    const wrong = await leadline(["evaluate", questions, labelled, "--backends", path("none.yaml")])
    assert.strictEqual(wrong.code, 1)
    assert.match(wrong.error, /--backends/)
  })

  it("--compare with a file of no backends is refused, and the message says what it takes", async () => {
    const { code, error } = await evaluate(["--compare", labelled])
    assert.strictEqual(code, 1)
    assert.match(
      error,
      /^leadline: --compare: .* \(--compare takes embedded, a URL, or a file of backends\)$/m
    )
  })

  it("compares two question files on the same rows, by the questions of one name", async () => {
    const reworded = questionsFlag(
      "reworded.yaml",
      questionsText.replace("instructions: ", "instructions: Really? ")
    )
    asked.splice(0)
    const { code, error, out } = await evaluate([...reworded, "--out", path("reworded.md")])
    assert.strictEqual(code, 0, error)
    assert.lengthOf(asked, 402)
    assert.match(out, /compared with .* with .*reworded\.yaml/)
    assert.match(out, /difference of accuracy +0\.0 %/)
    const other = await evaluate(questionsFlag("other.yaml", questionsText.replace("urgent:", "late:")))
    assert.match(other.error, /other\.yaml: has no question with the name of one of the first file/)
  })

  it.each([
    [
      "a server that is away",
      ["--compare", "http://127.0.0.1:9"],
      /127\.0\.0\.1:9 does not answer these questions/
    ],
    [
      "a column that is missing",
      questionsFlag("column.yaml", questionsText.replace("state: text", "state: absent")),
      /labelled\.csv.* "?absent/
    ]
  ])("%s as the second of two is refused by the first rows", async (_what, flags, wanted) => {
    asked.splice(0)
    const { code, error } = await evaluate(flags)
    assert.strictEqual(code, 1)
    assert.match(error, wanted)
    assert.isAtMost(asked.length, 3)
  })
})

it("a name of a file is printed without what a terminal acts upon", async () => {
  const asking = questionsText.replace("urgent:", '"urgent\\e[2J":')
  const rows = labelledText.replace("urgent", "urgent\u001B[2J")
  const { error, out } = await evaluate([], write("escapes.csv", rows), write("escapes.yaml", asking))
  assert.include(`${out}${error}`, "urgent\\u{1b}[2J")
  assert.notInclude(`${out}${error}`, "\u001B")
  const missing = await evaluate([], write("other.csv", "\u001B[2J\n1\n"), questions)
  assert.include(missing.error, "only \\u{1b}[2J")
})
