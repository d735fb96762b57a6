// leadline evaluate and fit, over a scripted server and the embedded engine.
import { existsSync, rmSync } from "node:fs"
import { assert, describe, it } from "vitest"
import type { Policy } from "@leadline/core/policies"
import type { Report } from "../../src/evaluation/report.ts"
import { csv, labelledText, questionsText, read, useDecisionServer } from "../support/decisionServer.ts"
import { leadline } from "../support/runCommand.ts"

const server = useDecisionServer()
const { asked, path, write } = server
const questions = write("questions.yaml", questionsText)
const labelled = write("labelled.csv", labelledText)

/** Evaluates the server's answers to labelled rows. */
const evaluate = (flags: ReadonlyArray<string> = [], rows = labelled, asking = questions) =>
  leadline(["evaluate", asking, rows, "--url", server.url, ...flags])

describe("evaluate", () => {
  it("writes the figures of a server's answers in every format", async () => {
    const outs = ["json", "html", "md", "xml"].map((extension) => path(`report.${extension}`))
    const flags = outs.flatMap((out) => ["--out", out])
    const { code, error, out } = await evaluate(flags)
    assert.strictEqual(code, 0, error)
    assert.match(out, /urgent: noul, 200 labelled rows in 200 groups/)
    assert.match(out, /accuracy +80\.0 %/)
    const report = JSON.parse(read(outs[0] ?? "")) as Report
    assert.deepStrictEqual([report.rows, report.failed], [200, 0])
    const [urgent = assert.fail()] = report.questions
    assert.closeTo(urgent.figures.accuracy.value, 0.8, 1e-12)
    assert.lengthOf(urgent.wrong, 20)
    const [surest = assert.fail()] = urgent.wrong
    assert.deepStrictEqual(
      [surest.id, surest.row],
      [`T${surest.row - 1}`, Math.min(...urgent.wrong.map(({ row }) => row))]
    )
    assert.isTrue(
      urgent.wrong.every(
        ({ answer, label, probability }) => answer !== label && probability === surest.probability
      )
    )
    assert.match(read(outs[1] ?? ""), /^<!doctype html>/)
  })

  it("a wrong answer has the first 60 characters of its state", async () => {
    const long = `p 0.9 ${"x".repeat(54)}`
    const rows = write(
      "long.csv",
      csv([
        [`${long}y`, "no"],
        [long, "no"]
      ])
    )
    await evaluate(["--out", path("long.json")], rows)
    const {
      questions: [urgent = assert.fail()]
    } = JSON.parse(read(path("long.json"))) as Report
    assert.deepStrictEqual(
      urgent.wrong.map(({ state }) => state),
      [`${long}…`, long]
    )
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

  it("a bound that is broken makes the exit code 1", async () => {
    assert.strictEqual((await evaluate(["--bound", "accuracy>=0.8"])).code, 0)
    const { code, error } = await evaluate(["--bound", "accuracy>=0.81"])
    assert.deepStrictEqual([code, error], [1, "leadline: Bounds are broken: urgent: accuracy>=0.81\n"])
    assert.strictEqual((await evaluate(["--bound", "precision>=0.8"])).code, 2)
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
    assert.lengthOf(asked, 400)
    const wrong = await leadline(["evaluate", questions, labelled, "--backends", path("none.yaml")])
    assert.strictEqual(wrong.code, 1)
    assert.match(wrong.error, /--backends/)
  })

  it.each([
    ["a file of no backends", labelled],
    ["a file that is missing", path("none.yaml")]
  ])("--compare with %s is refused, and the message says what it takes", async (_what, second) => {
    const { code, error } = await evaluate(["--compare", second])
    assert.strictEqual(code, 1)
    assert.match(
      error,
      /^leadline: --compare: .* \(--compare takes embedded, a URL, or a file of backends\)$/m
    )
    assert.notInclude(error, "--backends")
  })

  it("compares two sources on the same rows", async () => {
    const { code, error, out } = await evaluate(["--compare", "embedded"])
    assert.strictEqual(code, 0, error)
    assert.match(out, /difference of accuracy/)
    assert.match(out, /McNemar's test +p = /)
  })

  it.each([
    ["a label that is none", [["p 0.9", "maybe"]], /rows\.csv:2: the label of "urgent" is none of yes or no/],
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

  it("a column of a label cannot be state as well", async () => {
    const leaking = write("leaking.yaml", read(questions).replace("state: text", "state: [text, urgent]"))
    const { error } = await evaluate([], labelled, leaking)
    assert.match(error, /"urgent" is that of a label, and state, id or group as well/)
  })
})

describe("fit", () => {
  const policy = path("tickets.policy.json")
  const fit = (...flags: ReadonlyArray<string>) =>
    leadline(["fit", questions, labelled, "--url", server.url, "--out", policy, ...flags])

  it("finds the probability from which answers are acted upon, and evaluate applies it", async () => {
    const { code, error, out } = await fit()
    assert.strictEqual(code, 0, error)
    const written = JSON.parse(read(policy)) as Policy
    const threshold: object = written.questions["urgent"]?.thresholds[0] ?? assert.fail()
    assert.deepInclude(threshold, { answer: null, from: 0.9, rows: 120, errors: 0, effectiveRows: 120 })
    assert.match(out, /urgent: 60 % of the labelled rows are acted upon/)
    const evaluated = await evaluate(["--policy", policy])
    assert.match(evaluated.out, /acted upon +60\.0 %/)
    assert.match(evaluated.out, /wrong among them +0\.0 % +at most 2\.5 %/)
  })

  it("a second fit to the same labels is counted, and says what is left of the promise", async () => {
    rmSync(policy, { force: true })
    assert.notInclude((await fit()).error, "the same labels")
    const [first, { error, out }] = [JSON.parse(read(policy)), await fit("--error", "0.1")]
    const second = JSON.parse(read(policy))
    assert.deepEqual([first.fits, second.fits], [1, 2])
    assert.strictEqual(second.labelsHash, first.labelsHash)
    assert.match(error, /fit 2 of .* to the same labels, .* the confidence is 90 %, not 95 %/)
    assert.match(out, /^With 90 % confidence at most 10 % of the rows acted upon are wrong/m)
    assert.notInclude(out, "95 %")
  })

  it("too few rows are refused with the number that is needed, and no file is written", async () => {
    rmSync(policy, { force: true })
    const { code, error } = await fit("--error", "0.01")
    assert.strictEqual(code, 1)
    assert.match(error, /at least 299 rows that are acted upon are needed, if none of them is wrong/)
    assert.isFalse(existsSync(policy))
  })

  it("a question without a threshold is named, because a server sends all rows to review for it", async () => {
    const both = write(
      "both.yaml",
      `${questionsText}  spam: {type: noul, instructions: Is it an advertisement?}\n`
    )
    /** The label of `spam` by the number of the row. */
    const fitBoth = (spam: (row: number) => string) => {
      const [head = "", ...rows] = labelledText.split("\n")
      const texts = [`${head},spam`, ...rows.map((row, index) => `${row},${spam(index)}`)]
      const flags = ["--url", server.url, "--out", path("both.policy.json")]
      return leadline(["fit", both, write("both.csv", texts.join("\n")), ...flags])
    }
    const blocked = await fitBoth((row) => (row % 2 === 0 ? "yes" : "no"))
    assert.strictEqual(blocked.code, 0, blocked.error)
    assert.match(blocked.out, /urgent: 60 % of the labelled rows .*\nspam: 0 % of the labelled rows/)
    assert.match(
      blocked.out,
      /^All questions together: 0 % of the rows with all labels are acted upon as a whole\.$/m
    )
    assert.match(
      blocked.error,
      /^Without a threshold: spam\. .* sends all rows to review\. Remove this question from the file of questions, and fit the others alone\.$/m
    )
    const acted = await fitBoth((row) => (row < 20 ? "" : row < 120 ? "yes" : row % 2 === 0 ? "yes" : "no"))
    assert.match(acted.out, /spam: 55.6 % of .*\nAll questions together: 55.6 % of the rows with all labels/)
    assert.notInclude(acted.error, "Without a threshold")
  })

  it("a policy of other questions is refused", async () => {
    await fit()
    const other = write("other.yaml", read(questions).replace("today", "now"))
    const { code, error } = await evaluate(["--policy", policy], labelled, other)
    assert.strictEqual(code, 1)
    assert.match(error, /the policy was fitted for other questions: fit it again/)
  })

  it("reviews of rows that a policy did not act upon are no sample, and evaluate says so", async () => {
    const [head = "", ...rows] = read(labelled).trimEnd().split("\n")
    const queue = write(
      "queue.csv",
      [`${head},action,inclusion_probability`, ...rows.map((row) => `${row},review,1`)].join("\n")
    )
    rmSync(policy, { force: true })
    const flags = [queue, "--url", server.url]
    const { code, error } = await leadline(["fit", questions, ...flags, "--out", policy])
    assert.strictEqual(code, 1)
    assert.match(error, /No policy is written: all rows are reviews of rows that a policy did not act upon/)
    assert.match(
      (await leadline(["evaluate", questions, ...flags])).out,
      /the figures are of such rows, not of all/
    )
    write("queue.csv", read(queue).replace(",review,", ",act,"))
    assert.strictEqual((await leadline(["fit", questions, ...flags, "--out", policy])).code, 0)
  })

  it("rows of one group count as one", async () => {
    const together = write("together.csv", read(labelled).replaceAll(/,C\d+,/g, ",C1,"))
    const { error } = await leadline(["fit", questions, together, "--url", server.url, "--out", policy])
    assert.match(error, /200 labelled rows \(worth 1 rows, because rows of a group count once\)/)
  })
})
