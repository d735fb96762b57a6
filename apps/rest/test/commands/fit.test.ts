// leadline fit, over a scripted server.
import { existsSync, rmSync } from "node:fs"
import { assert, beforeEach, it } from "vitest"
import type { Policy } from "@leadline/core/policies"
import { labelledText, questionsText, read, useDecisionServer } from "../support/decisionServer.ts"
import { leadline } from "../support/runCommand.ts"

const server = useDecisionServer()
const { evaluate, labelled, path, questions, write } = server
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
