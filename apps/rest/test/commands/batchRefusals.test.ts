// What leadline batch checks before it asks: its questions, rows, files, and the output that it goes on in.
import { existsSync, symlinkSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { csv, linesOf, questionsText, read, useDecisionServer } from "../support/decisionServer.ts"
import { useJsonServer } from "../support/jsonServer.ts"
import { leadline } from "../support/runCommand.ts"

const server = useDecisionServer()
const { asked, labelled, path, questions, write } = server
/** A server that answers every question with a status. */
let status = 400
const refusing = useJsonServer(() => ({
  status,
  body: { error: { message: "no", type: "invalid_request_error" } }
}))

const batch = (out: string, rows: string, ...flags: ReadonlyArray<string>) =>
  leadline(["batch", questions, rows, "--url", server.url, "--out", out, ...flags])

describe("batch", () => {
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
    for (const [ran, of] of [
      [await asking("q1.yaml", "today", "now"), others],
      [await asking("q3.yaml", "state: text", "state: customer"), `${others}, and of other rows`],
      [await leadline(["batch", questions, labelled, "--out", out]), others],
      [
        await leadline(["batch", questions, labelled, "--url", `${server.url}/elsewhere`, "--out", out]),
        others
      ],
      [await batch(out, write("changed.csv", read(labelled).replace("0.95", "0.96"))), "other rows"]
    ] as const) {
      assert.strictEqual(ran.code, 1)
      assert.include(ran.error, `its lines are of ${of}`)
    }
    assert.strictEqual(read(out), before)
    const same = await leadline(["batch", questions, labelled, "--url", `${server.url}/`, "--out", out])
    assert.strictEqual(same.code, 0, same.error)
  })

  it("refuses a file without lines of its own, and changes nothing", async () => {
    for (const [name, text] of [
      ["precious.jsonl", "the only copy, without a newline"],
      ["object.jsonl", '{"id":"batch_req_0123456789abcdef_1"}']
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

  it("a dry run asks nothing and writes nothing", async () => {
    asked.splice(0)
    const out = path("dry.jsonl")
    const { code, out: text } = await batch(out, labelled, "--dry-run")
    assert.strictEqual(code, 0)
    assert.match(text, /^200 rows with 1 question each, .* about \d+ input tokens .* USD 0\.04 per million/)
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

  it("--retry-failed over another source or a refused key leaves the failures of before as they are", async () => {
    const rows = write("failed.csv", csv([["bad", ""]]))
    const out = path("failed.jsonl")
    const retry = (url: string, ...flags: ReadonlyArray<string>) =>
      leadline(["batch", questions, rows, "--url", url, "--out", out, "--quiet", ...flags])
    status = 400
    await retry(refusing.url)
    const before = read(path("failed.errors.jsonl"))
    assert.lengthOf(before.split("\n"), 2)
    status = 401
    for (const url of [server.url, refusing.url]) {
      assert.strictEqual((await retry(url, "--retry-failed")).code, 1)
      assert.strictEqual(read(path("failed.errors.jsonl")), before, url)
    }
    status = 400
    await retry(refusing.url, "--retry-failed")
    assert.lengthOf(linesOf(path("failed.errors.jsonl")), 1)
  })

  it("a source that is away ends the run, and no row counts as failed", async () => {
    const rows = write("elsewhere.csv", csv([["p 0.1", ""]]))
    const out = path("away.jsonl")
    const run = (url: string) => leadline(["batch", questions, rows, "--url", url, "--out", out])
    const { code, error } = await run("http://127.0.0.1:1")
    assert.deepStrictEqual([code, read(path("away.errors.jsonl"))], [1, ""])
    assert.match(error, /127\.0\.0\.1:1: The connection was refused/)
    assert.strictEqual((await run(server.url)).code, 0)
  })

  it("wrong files are usage errors", async () => {
    assert.strictEqual((await batch(path("a.csv"), labelled)).code, 2)
    assert.strictEqual((await batch(path("a.jsonl"), labelled, "--csv", labelled)).code, 2)
    const none = await batch(path("a.jsonl"), labelled, "--concurrency", "0")
    assert.match(none.error, /^leadline: .*: "0"\. Expected: a whole number from 1 to 1000$/m)
  })
})
