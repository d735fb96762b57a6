// leadline fit, over a scripted server.
import { existsSync, rmSync } from "node:fs"
import { assert, describe, it } from "vitest"
import type { Policy } from "@leadline/core/policies"
import { labelledText, questionsText, read, useDecisionServer } from "../support/decisionServer.ts"
import { leadline } from "../support/runCommand.ts"

const server = useDecisionServer()
const { evaluate, labelled, path, questions, write } = server

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
    const [head = "", ...rows] = labelledText.split("\n")
    const texts = [`${head},spam`, ...rows.map((row, at) => `${row},${at % 2 === 0 ? "yes" : "no"}`)]
    const flags = ["--url", server.url, "--out", path("both.policy.json")]
    const blocked = await leadline(["fit", both, write("both.csv", texts.join("\n")), ...flags])
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
})
