// leadline batch over a scripted server.
import { chmodSync, existsSync, lstatSync, statSync, symlinkSync, truncateSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { openLines } from "../../src/batch/checkpoint.ts"
import {
  csv,
  labelledText,
  linesOf,
  questionsText,
  read,
  useDecisionServer
} from "../support/decisionServer.ts"
import { leadline } from "../support/runCommand.ts"

const server = useDecisionServer()
const { asked, path, write } = server
const questions = write("questions.yaml", questionsText)
const labelled = write("labelled.csv", labelledText)

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

  it("the embedded engine refuses a misspelt model, as a server does", async () => {
    const misspelt = write("misspelt.yaml", `model: decidr-27b\n${questionsText}`)
    const { code, error } = await leadline(["batch", misspelt, labelled, "--out", path("misspelt.jsonl")])
    assert.strictEqual(code, 1)
    assert.include(error, "the last one by: model: expected one of decider-27b")
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

  it("refuses to go on with other questions, another model, another source or other rows, and changes nothing", async () => {
    const out = path("refused.jsonl")
    await batch(out, labelled, "--quiet")
    const before = read(out)
    const asking = (name: string, from: string, to: string) =>
      leadline([
        "batch",
        write(name, read(questions).replace(from, to)),
        labelled,
        "--url",
        server.url,
        "--out",
        out
      ])
    const others = "other questions, other columns, another model or another source"
    const backends = write(
      "source.yaml",
      `backends:\n  away: {kind: leadline, url: "${server.url}"}\nroutes:\n  decisions: [away]\n`
    )
    for (const [ran, of] of [
      [await asking("q1.yaml", "today", "now"), others],
      [await asking("q2.yaml", "id: ticket", "id: ticket\nmodel: decider-27b-v0"), others],
      [await asking("q3.yaml", "state: text", "state: customer"), `${others}, and of other rows`],
      [await leadline(["batch", questions, labelled, "--out", out]), others],
      [await leadline(["batch", questions, labelled, "--backends", backends, "--out", out]), others],
      [
        await leadline(["batch", questions, labelled, "--url", `${server.url}/elsewhere`, "--out", out]),
        others
      ],
      [await batch(out, write("other.csv", `${read(labelled)}\nT200,C200,p 0.1,no`)), "other rows"],
      [await batch(out, write("changed.csv", read(labelled).replace("0.95", "0.96"))), "other rows"]
    ] as const) {
      assert.strictEqual(ran.code, 1)
      assert.include(ran.error, `its lines are of ${of}: give another --out`)
    }
    assert.strictEqual(read(out), before)
    const same = await leadline(["batch", questions, labelled, "--url", `${server.url}/`, "--out", out])
    assert.strictEqual(same.code, 0, same.error)
  })

  it("refuses a file without lines of its own, whatever its size, and changes nothing", async () => {
    for (const [name, text] of [
      ["precious.jsonl", "the only copy, without a newline"],
      ["object.jsonl", '{"id":"batch_req_0123456789abcdef_1"}'],
      ["large.jsonl", "x".repeat(3_000_000)]
    ] as const) {
      const out = write(name, text)
      const { code, error } = await batch(out, labelled, "--quiet")
      assert.strictEqual(code, 1)
      assert.match(error, /its lines are of other questions, another model, another source or other rows/)
      assert.strictEqual(read(out), text)
    }
  })

  it("refuses an output that no later run could read, such as a pipe or a device", async () => {
    const out = path("device.jsonl")
    symlinkSync("/dev/null", out)
    const { code, error } = await batch(out, labelled, "--quiet")
    assert.deepStrictEqual([code, /device\.jsonl: is no regular file/.test(error)], [1, true])
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

  it("a key that is refused ends the run, and no row counts as failed", async () => {
    const out = path("key.jsonl")
    const rows = write("key.csv", csv(Array.from({ length: 100 }, () => ["no key", ""] as const)))
    asked.splice(0)
    const { code, error } = await batch(out, rows, "--concurrency", "2")
    assert.strictEqual(code, 1)
    assert.match(error, /^leadline: http:\S+ .*key/)
    assert.isAtMost(asked.length, 4)
    assert.deepStrictEqual([linesOf(out), linesOf(path("key.errors.jsonl"))], [[], []])
  })

  it("a dry run asks nothing and writes nothing", async () => {
    asked.splice(0)
    const out = path("dry.jsonl")
    const { code, out: text } = await batch(out, labelled, "--dry-run")
    assert.strictEqual(code, 0)
    assert.match(text, /^200 rows with 1 questions each, .* about \d+ input tokens .* USD 0\.04 per million/)
    assert.deepStrictEqual([asked, existsSync(out)], [[], false])
  })

  it("a dry run over the embedded engine estimates what the usage of its answers adds up to", async () => {
    const kinds = write(
      "kinds.yaml",
      `${questionsText}  topic: {type: choice, criteria: {billing: Invoices, other: Anything else}}\n` +
        "  mood: {type: score, instructions: How upset?, criteria: [calm, angry]}\n"
    )
    const rows = write(
      "counted.csv",
      csv([
        ["I was charged twice.", ""],
        ["Grüße. Das ist ein längerer Text.", ""]
      ])
    )
    const out = path("counted.jsonl")
    const { out: text } = await leadline(["batch", kinds, rows, "--out", out, "--dry-run"])
    assert.strictEqual((await leadline(["batch", kinds, rows, "--out", out, "--quiet"])).code, 0)
    const used = linesOf(out).map((line) => JSON.parse(line).response.body.usage.input_tokens as number)
    assert.lengthOf(used, 2)
    assert.include(text, `about ${used.reduce((sum, tokens) => sum + tokens)} input tokens`)
  })

  it("two rows of one id are refused with the line of the second", async () => {
    const rows = write("twice.csv", "ticket,customer,text\nA,1,p 0.1\nB,1,p 0.2\nA,1,p 0.3\n")
    const { code, error } = await batch(path("twice.jsonl"), rows)
    assert.strictEqual(code, 1)
    assert.match(error, /twice\.csv:4: the id "A" is that of another row, too/)
  })

  it("wrong files are usage errors", async () => {
    assert.strictEqual((await batch(path("a.csv"), labelled)).code, 2)
    assert.strictEqual((await batch(path("a.jsonl"), labelled, "--csv", labelled)).code, 2)
    assert.strictEqual((await batch(path("a.jsonl"), labelled, "--backends", "x.yaml")).code, 2)
  })
})
