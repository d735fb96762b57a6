// leadline batch over a scripted server.
import { chmodSync, lstatSync, statSync, symlinkSync, truncateSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { openLines } from "../../src/batch/checkpoint.ts"
import { csv, linesOf, read, useDecisionServer } from "../support/decisionServer.ts"
import { leadline } from "../support/runCommand.ts"

const server = useDecisionServer()
const { asked, labelled, path, questions, write } = server

const idsOf = (file: string) =>
  linesOf(file).map((line) => (JSON.parse(line) as { custom_id: string }).custom_id)

const batch = (out: string, rows: string, ...flags: ReadonlyArray<string>) =>
  leadline(["batch", questions, rows, "--url", server.url, "--out", out, ...flags])

describe("batch", () => {
  it("its files are for their owner alone, also where they were there and open to others", async () => {
    const rows = write("own.csv", csv([["p 0.9", ""]]))
    const files = ["own.jsonl", "own.errors.jsonl", "own.out.csv"].map((name) => write(name, ""))
    for (const file of files) chmodSync(file, 0o644)
    const [out = "", , answers = ""] = files
    assert.strictEqual((await batch(out, rows, "--csv", answers)).code, 0)
    for (const file of files) assert.strictEqual(statSync(file).mode & 0o777, 0o600, file)
  })

  it("each line is that of one row, as OpenAI's Batch has them; failures are in a file of their own", async () => {
    const rows = write(
      "three.csv",
      csv([
        ["p 0.9", ""],
        ["bad", ""],
        ['"p 0.2, ""so"""', ""]
      ])
    )
    const out = path("three.jsonl")
    const { code, error } = await batch(out, rows, "--csv", path("three.out.csv"), "--concurrency", "1")
    assert.strictEqual(code, 1)
    assert.match(error, /3 of 3 rows, .* 1 failed, USD 0\.0001/)
    assert.match(
      error,
      /1 of 3 rows failed, the last one by: refused\nSee .*three\.errors\.jsonl; --retry-failed asks about them again/
    )
    const [first] = linesOf(out).map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.deepStrictEqual(Object.keys(first ?? {}), ["id", "custom_id", "response", "error"])
    assert.deepInclude(first?.["response"] as object, { status_code: 200, request_id: "request-p-0.9" })
    const [failure] = linesOf(path("three.errors.jsonl")).map((line) => JSON.parse(line) as object)
    assert.deepInclude(failure, {
      custom_id: "T1",
      error: { code: "InvalidRequestError", message: "refused" }
    })
    assert.strictEqual(
      read(path("three.out.csv")),
      [
        "ticket,customer,text,urgent,answer.urgent,answer.urgent.probability,answer.error",
        "T0,C0,p 0.9,,yes,0.9,",
        "T1,C1,bad,,,,refused",
        'T2,C2,"p 0.2, ""so""",,no,0.8,',
        ""
      ].join("\n")
    )
  })

  it("goes on after the last whole line, and asks about each row once", async () => {
    const out = path("again.jsonl")
    const cut = () => {
      const text = read(out)
      truncateSync(out, text.lastIndexOf("\n", text.length - 2) - 7)
    }
    assert.strictEqual((await batch(out, labelled, "--quiet")).code, 0)
    cut()
    asked.splice(0)
    assert.strictEqual((await batch(out, labelled, "--quiet")).code, 0)
    assert.lengthOf(asked, 2)
    assert.lengthOf(linesOf(out), 200)
    assert.strictEqual(new Set(idsOf(out)).size, 200)
    asked.splice(0)
    assert.strictEqual((await batch(out, labelled, "--quiet")).code, 0)
    assert.deepStrictEqual(asked, [])
  })

  it("ends when another run writes to its output, and nothing is lost", () => {
    const out = path("shared.jsonl")
    const [first, second] = [openLines(out, 0), openLines(out, 0)]
    first.append("one")
    assert.throws(() => second.append("two"), /another run writes to it/)
    first.append("three")
    first.close()
    second.close()
    assert.strictEqual(read(out), "one\nthree\n")
  })

  it("--csv follows no link that was put in the place of its partial file", async () => {
    const precious = write("precious.txt", "as it was")
    symlinkSync(precious, path("linked.csv.partial"))
    const { code } = await batch(path("linked.jsonl"), labelled, "--quiet", "--csv", path("linked.csv"))
    assert.strictEqual(code, 0)
    assert.strictEqual(read(precious), "as it was")
    assert.isFalse(lstatSync(path("linked.csv")).isSymbolicLink())
  })

  it("failures are asked about again with --retry-failed only", async () => {
    const rows = write(
      "retry.csv",
      csv([
        ["bad", ""],
        ["p 0.9", ""]
      ])
    )
    const out = path("retry.jsonl")
    const run = async (...flags: ReadonlyArray<string>) => {
      asked.splice(0)
      await batch(out, rows, ...flags)
      return asked.toSorted()
    }
    assert.deepStrictEqual(await run(), ["bad", "p 0.9"])
    assert.deepStrictEqual(await run(), [])
    assert.deepStrictEqual(await run("--retry-failed"), ["bad"])
    assert.lengthOf(linesOf(path("retry.errors.jsonl")), 1)
  })

  it("begins no row beyond --max-cost, and goes on later", async () => {
    const out = path("cost.jsonl")
    const flags = ["--price", "1000", "--concurrency", "1", "--quiet"]
    const { code, error } = await batch(out, labelled, ...flags, "--max-cost", "5")
    assert.strictEqual(code, 1)
    assert.match(error, /--max-cost is spent, \d+ rows are left: run the same command again to go on/)
    assert.isAtMost(linesOf(out).length, 8)
    assert.strictEqual((await batch(out, labelled, ...flags)).code, 0)
    assert.lengthOf(linesOf(out), 200)
  })

  it.each(["no key", "no right"])("%s ends the run, and no row counts as failed", async (text) => {
    const out = path(`${text}.jsonl`)
    const rows = write(`${text}.csv`, csv(Array.from({ length: 100 }, () => [text, ""] as const)))
    asked.splice(0)
    const { code, error } = await batch(out, rows, "--concurrency", "2")
    assert.strictEqual(code, 1)
    assert.match(error, /^leadline: http:\S+ .*key/)
    assert.isAtMost(asked.length, 4)
    assert.deepStrictEqual([linesOf(out), linesOf(path(`${text}.errors.jsonl`))], [[], []])
  })
})
