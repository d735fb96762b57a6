// What leadline evaluate and fit refuse before they ask about a row.
import { assert, describe, it } from "vitest"
import { csv, labelledText, questionsText, read, useDecisionServer } from "../support/decisionServer.ts"
import { leadline } from "../support/runCommand.ts"

const server = useDecisionServer()
const { asked, evaluate, labelled, path, questions, write } = server

describe("evaluate", () => {
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

  it("a source is asked once before a row, and a refused key ends it", async () => {
    asked.splice(0)
    const keyless = write("keyless.yaml", `model: no key\n${questionsText}`)
    const { code, error } = await evaluate([], labelled, keyless)
    assert.strictEqual(code, 1)
    assert.match(error, /does not answer these questions, and no further row was asked about: .*key/)
    assert.lengthOf(asked, 1)
  })

  it.each([
    [
      "a label that is none",
      [["p 0.9", "maybe"]],
      /rows\.csv:2: the label "maybe" of "urgent" is none of yes or no/
    ],
    ["no label at all", [["p 0.9", ""]], /no row has a label/],
    [
      "an id of two rows",
      [
        ["p 0.9", "yes"],
        ["p 0.8", "no\nT0,C7,p 0.7,no"]
      ],
      /rows\.csv:4: the id "T0" is that of another row, too/
    ]
  ] as const)("%s is refused before anything is asked", async (_what, rows, wanted) => {
    asked.splice(0)
    const { code, error } = await evaluate([], write("rows.csv", csv(rows)))
    assert.strictEqual(code, 1)
    assert.match(error, wanted)
    assert.deepStrictEqual(asked, [])
  })

  it("the label of a score that is no level is refused: levels count from 0", async () => {
    const score = "state: text\nquestions: {grade: {type: score, criteria: [low, high]}}\n"
    const rows = write("grades.csv", "text,grade\na,1\nb,2\n")
    const { error } = await evaluate([], rows, write("grades.yaml", score))
    assert.match(error, /grades\.csv:3: the label "2" of "grade" is none of 0 to 1: levels count from 0/)
  })

  it("rows in the place of the questions, and files that are not there, are refused as such", async () => {
    const { error } = await leadline(["evaluate", labelled, questions])
    assert.match(error, /\.csv: is a file of rows: expected the file of questions first, YAML or JSON\n$/)
    const none = path("none.file")
    for (const ran of [
      await evaluate([], labelled, none),
      await evaluate([], none),
      await evaluate(["--policy", none])
    ]) {
      assert.match(ran.error, /none\.file:? does not exist$/m)
    }
  })

  it("what is no URL, and a key that is not set, are said in the words of the command line", async () => {
    const wrong = await leadline(["evaluate", questions, labelled, "--url", "api.example"])
    assert.strictEqual(wrong.code, 1)
    assert.match(wrong.error, /^leadline: --url: expected an? [^\n]*http[^\n]*\n$/)
    assert.notMatch(wrong.error, /baseUrl|LEADLINE_BASE_URL/)
    const key = process.env["LEADLINE_API_KEY"]
    delete process.env["LEADLINE_API_KEY"]
    const keyless = write("no-key.yaml", `model: no key\n${questionsText}`)
    const { error } = await evaluate([], labelled, keyless)
    process.env["LEADLINE_API_KEY"] = key
    assert.match(error, /The request had no API key: set LEADLINE_API_KEY\.$/m)
  })

  it("logs on standard error, in lines for people", async () => {
    const backend = `backends:\n  away: {kind: leadline, url: "${server.url}"}\n`
    const routed = write("routed.yaml", `${backend}routes:\n  decisions: [away]\n`)
    const keyless = write("logged.yaml", `model: no key\n${questionsText}`)
    const ran = await leadline(["evaluate", keyless, labelled, "--backends", routed])
    assert.deepStrictEqual([ran.code, ran.out], [1, ""])
    assert.match(ran.error, /^\d\d:\d\d:\d\d (warn|error) [^\n]* backend=away /m)
  })

  it("a column of a label cannot be state as well", async () => {
    const leaking = write("leaking.yaml", read(questions).replace("state: text", "state: [text, urgent]"))
    const { error } = await evaluate([], labelled, leaking)
    assert.match(error, /"urgent" is that of a label, and state, id or group as well/)
  })
})
