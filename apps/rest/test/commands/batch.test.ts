// leadline batch over a scripted server: its files, how it goes on, what it refuses before it asks, and the cells that `--csv` adds.
import { chmodSync, existsSync, lstatSync, statSync, symlinkSync, truncateSync } from "node:fs"
import { assert, it } from "vitest"
import { openLines } from "../../src/batch/checkpoint.ts"
import { csv, linesOf, questionsText, read, useDecisionServer } from "../support/decisionServer.ts"
import { leadline } from "../support/runCommand.ts"

const server = useDecisionServer()
const { asked, failing, labelled, path, questions, write } = server

const batch = (out: string, rows: string, flags: ReadonlyArray<string> = [], url = server.url) =>
  leadline(["batch", questions, rows, "--url", url, "--out", out, "--concurrency", "1", ...flags])

/** The texts that a run asks about. */
const askedBy = async (...args: Parameters<typeof batch>) => {
  asked.splice(0)
  const ran = await batch(...args)
  return { ...ran, asked: asked.toSorted() }
}

it("each line is that of one row, as OpenAI's Batch has them; failures are in a file of their own, all of the owner alone", async () => {
  const texts = ["p 0.9", "bad", '"p 0.2, ""so"""']
  const rows = write("three.csv", csv(texts.map((text) => [text, ""])))
  const files = ["three.jsonl", "three.errors.jsonl", "three.out.csv"].map((name) => write(name, ""))
  for (const file of files) chmodSync(file, 0o644)
  const [out = "", errors = "", answers = ""] = files
  const { code, error } = await batch(out, rows, ["--csv", answers])
  assert.strictEqual(code, 1)
  assert.match(error, /3 of 3 rows, .* 1 failed, USD 0\.0001/)
  assert.match(error, /the last one by: refused\nSee .*three\.errors\.jsonl; --retry-failed asks /)
  const [first] = linesOf(out).map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.deepStrictEqual(Object.keys(first ?? {}), ["id", "custom_id", "response", "error"])
  assert.deepInclude(first?.["response"] as object, { status_code: 200, request_id: "request-p-0.9" })
  const [failure] = linesOf(errors).map((line) => JSON.parse(line) as object)
  const refused = { code: "InvalidRequestError", message: "refused" }
  assert.deepInclude(failure, { custom_id: "T1", error: refused })
  assert.strictEqual(
    read(answers),
    [
      "ticket,customer,text,urgent,answer.urgent,answer.urgent.probability,answer.error",
      "T0,C0,p 0.9,,yes,0.9,",
      "T1,C1,bad,,,,refused",
      'T2,C2,"p 0.2, ""so""",,no,0.8,',
      ""
    ].join("\n")
  )
  for (const file of files) assert.strictEqual(statSync(file).mode & 0o777, 0o600, file)

  assert.deepStrictEqual((await askedBy(out, rows)).asked, [])
  const failed = read(errors)
  Object.assign(failing, { after: 0, as: "no key" })
  assert.strictEqual((await askedBy(out, rows, ["--retry-failed"])).code, 1)
  assert.strictEqual(read(errors), failed)
  failing.after = Infinity
  assert.deepStrictEqual((await askedBy(out, rows, ["--retry-failed"])).asked, ["bad"])
  assert.lengthOf(linesOf(errors), 1)
})

it("goes on after the last whole line, and asks about each row once", async () => {
  const out = path("again.jsonl")
  assert.strictEqual((await batch(out, labelled)).code, 0)
  const text = read(out)
  truncateSync(out, text.lastIndexOf("\n", text.length - 2) - 7)
  assert.lengthOf((await askedBy(out, labelled)).asked, 2)
  const ids = linesOf(out).map((line) => (JSON.parse(line) as { custom_id: string }).custom_id)
  assert.deepStrictEqual([ids.length, new Set(ids).size], [200, 200])
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
  const { code } = await batch(path("linked.jsonl"), labelled, ["--csv", path("linked.csv")])
  assert.deepStrictEqual([code, read(precious)], [0, "as it was"])
  assert.isFalse(lstatSync(path("linked.csv")).isSymbolicLink())
})

it("begins no row beyond --max-cost, and goes on later", async () => {
  const out = path("cost.jsonl")
  const { code, error } = await batch(out, labelled, ["--price", "1000", "--max-cost", "5"])
  assert.strictEqual(code, 1)
  assert.match(error, /--max-cost is spent, \d+ rows are left: run the same command again to go on/)
  assert.isAtMost(linesOf(out).length, 8)
  assert.strictEqual((await batch(out, labelled, ["--price", "1000"])).code, 0)
  assert.lengthOf(linesOf(out), 200)
})

it.each([
  ["no key", 4, undefined, /^leadline: http:\S+ .*key/],
  ["no right", 4, undefined, /^leadline: http:\S+ .*key/],
  ["p 0.1", 0, "http://127.0.0.1:1", /127\.0\.0\.1:1: The connection was refused/]
])("%s: after %i requests the run ends, and no row counts as failed", async (text, most, url, reason) => {
  const out = path(`${text}.jsonl`)
  const rows = write(`${text}.csv`, csv(Array.from({ length: 100 }, () => [text, ""] as const)))
  const ran = await askedBy(out, rows, [], url)
  assert.strictEqual(ran.code, 1)
  assert.match(ran.error, reason)
  assert.isAtMost(ran.asked.length, most)
  assert.deepStrictEqual([linesOf(out), linesOf(path(`${text}.errors.jsonl`))], [[], []])
})

it("refuses to go on with other questions, another source, other rows or a file of others, and changes nothing", async () => {
  const out = path("refused.jsonl")
  const rows = write("failed.csv", `${read(labelled)}\nT200,C200,bad,`)
  await batch(out, rows)
  const before = [read(out), read(path("refused.errors.jsonl"))]
  assert.lengthOf(before[1]?.split("\n") ?? [], 2)
  const edited = (name: string, file: string, from: string, to: string) =>
    write(name, read(file).replace(from, to))
  const asking = (from: string, to: string) =>
    leadline(["batch", edited("q.yaml", questions, from, to), rows, "--url", server.url, "--out", out])
  const others = "other questions, other columns, another model or another source"
  for (const [ran, of] of [
    [await asking("today", "now"), others],
    [await asking("state: text", "state: customer"), `${others}, and of other rows`],
    [await leadline(["batch", questions, rows, "--out", out]), others],
    [await batch(out, rows, ["--retry-failed"], `${server.url}/elsewhere`), others],
    [await batch(out, edited("changed.csv", rows, "0.95", "0.96")), "other rows"]
  ] as const) {
    assert.strictEqual(ran.code, 1)
    assert.include(ran.error, `its lines are of ${of}`)
    assert.deepStrictEqual([read(out), read(path("refused.errors.jsonl"))], before)
  }
  assert.deepStrictEqual((await askedBy(out, rows, [], `${server.url}/`)).asked, [])

  const precious = write("precious.jsonl", "the only copy, without a newline")
  assert.match((await batch(precious, labelled)).error, /its lines are of other questions/)
  assert.strictEqual(read(precious), "the only copy, without a newline")
})

it("a dry run asks and writes nothing, and estimates what the usage of answers adds up to", async () => {
  const topic = "  topic: {type: choice, criteria: {billing: Invoices, other: Anything else}}\n"
  const mood = "  mood: {type: score, instructions: How upset?, criteria: [calm, angry]}\n"
  const kinds = write("kinds.yaml", questionsText + topic + mood)
  const texts = ["I was charged twice.", "Grüße. Das ist ein längerer Text."]
  const rows = write("counted.csv", csv(texts.map((text) => [text, ""])))
  const out = path("counted.jsonl")
  const { out: text } = await leadline(["batch", kinds, rows, "--out", out, "--dry-run", "--price", "0.04"])
  assert.isFalse(existsSync(out))
  assert.match(text, /^2 rows with 3 questions each, .* USD 0\.04 per million/)
  assert.strictEqual((await leadline(["batch", kinds, rows, "--out", out, "--quiet"])).code, 0)
  const used = linesOf(out).map((line) => JSON.parse(line).response.body.usage.input_tokens as number)
  assert.lengthOf(used, 2)
  assert.include(text, `about ${used.reduce((sum, tokens) => sum + tokens)} input tokens`)
})

it("wrong files are refused, also an output that no later run could read", async () => {
  symlinkSync("/dev/null", path("device.jsonl"))
  assert.match((await batch(path("device.jsonl"), labelled)).error, /device\.jsonl: is no regular file/)
  assert.strictEqual((await batch(path("a.csv"), labelled)).code, 2)
  assert.strictEqual((await batch(path("a.jsonl"), labelled, ["--csv", labelled])).code, 2)
})

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
  const choices = Object.keys(cells).map((name, at) => [
    `q${at}`,
    { type: "choice", criteria: { [name]: null } }
  ])
  const asking = { ...Object.fromEntries(choices), grade: { type: "score", criteria: ["only"] } }
  const kinds = write("formulas.yaml", JSON.stringify({ state: "text", questions: asking }))
  const rows = write("formulas.csv", "text\n=2+2")
  const files = ["--out", path("formulas.jsonl"), "--csv", path("formulas.out.csv")]
  assert.strictEqual((await leadline(["batch", kinds, rows, ...files])).code, 0)
  const [head, row] = linesOf(path("formulas.out.csv"))
  assert.match(head ?? "", /,answer\.grade,answer\.grade\.probability,answer\.grade\.score,answer\.error$/)
  assert.strictEqual(row, ["=2+2", ...Object.values(cells).map((cell) => `${cell},1`), "0,1,0", ""].join())
})
