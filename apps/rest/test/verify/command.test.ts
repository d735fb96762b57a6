// The command `leadline verify`: its plan, reports, baseline and exit codes.
import { apiKey, startServer } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, it } from "vitest"
import { type Send, verify as verifyServer } from "../../src/verify/verify.ts"
import { leadline } from "../support/runCommand.ts"
import { useScope } from "../support/scope.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const directory = emptyDirectory()
const run = useScope()
let url = ""
beforeAll(async () => {
  url = await run(startServer())
})

const env = { LEADLINE_API_KEY: Redacted.value(apiKey) }
const verify = (...args: ReadonlyArray<string>) => leadline(["verify", url, ...args], { env })

it("a dry run says what it would cost at most, and sends nothing; beyond --max-cost a run is not started", async () => {
  const ran = await leadline(["verify", "http://127.0.0.1:1", "--dry-run", "--json"])
  assert.strictEqual(ran.code, 0, ran.error)
  const plan = JSON.parse(ran.out)
  assert.isAbove(plan.requests, 20)
  assert.isBelow(plan.cost, 0.1)
  assert.strictEqual(plan.cost, (plan.inputTokens * 0.04) / 1e6)
  const dear = await leadline(["verify", "http://127.0.0.1:1", "--price", "100", "--max-cost", "0.5"])
  assert.strictEqual(dear.code, 2)
  assert.match(dear.error, /--max-cost: \d+ requests/)
})

it("one run writes every report", async () => {
  const files = ["r.json", "r.xml", "r.md", "r.html"].map((name) => join(directory, name))
  const ran = await verify(...files.flatMap((file) => ["--output", file]))
  assert.strictEqual(ran.code, 0, ran.error)
  assert.match(ran.out, /^CHECK +LEVEL +OUTCOME +CONTRACT +SEEN\nform.status +must +passed +§4.1\n/)
  const [json, xml, md, html] = files.map((file) => readFileSync(file, "utf8"))
  const { findings, verdict } = JSON.parse(json ?? "")
  // The engine of the test prefers the first option.
  assert.deepStrictEqual(verdict, { compatible: true, strict: false })
  assert.match(xml ?? "", new RegExp(`<testsuites tests="${findings.length}" failures="1" skipped="0">`))
  assert.match(md ?? "", /\| options.order \| should \| failed \| §2.3 \|/)
  assert.match(html ?? "", /<tr class="failed"><td>options.order<\/td>/)
})

it("the strict verdict fails for what should hold, and --baseline expects it until it holds", async () => {
  assert.strictEqual((await verify("--strict")).code, 1)
  const file = join(directory, "baseline.txt")
  writeFileSync(file, "# known\noptions.order\n")
  assert.strictEqual((await verify("--baseline", file)).code, 0)
  writeFileSync(file, "options.order\nnumbers.sum # mended\n")
  const stale = await verify("--baseline", file)
  assert.strictEqual(stale.code, 1)
  assert.match(stale.error, /--baseline: remove what does not fail: numbers.sum/)
})

it("a server that is away, asks for a key, refuses or is none is said in one line", async () => {
  for (const [address, flags, around, wanted] of [
    ["http://127.0.0.1:2", [], env, /^Nothing answers at \S+: the connection is refused$/],
    [url, [], {}, /^\S+ requires an API key: set LEADLINE_API_KEY$/],
    [url, ["--model", "decider-28b"], env, /^\S+ refuses the first request: 400: model: expected .*--model$/],
    [`${url}/nowhere`, [], env, /^\S+\/v1\/decisions is no decision server: 404 without JSON\. Check .+$/]
  ] as const) {
    const { code, error, out } = await leadline(["verify", address, ...flags], { env: around })
    assert.deepStrictEqual([code, out], [1, ""])
    assert.match(error.replace(/^leadline: (.*)\n$/, "$1"), wanted)
  }
})

it("no more than 1 MiB of an answer is read, and a few words of a header are kept", async () => {
  const piece = Buffer.alloc(65_536, "x")
  let sent = 0
  let isFirst = true
  const flood: Send = async () => {
    const body = new ReadableStream({
      pull: (controller) => {
        sent += piece.length
        controller.enqueue(isFirst ? Buffer.from("{}") : piece)
        if (isFirst) controller.close()
        isFirst = false
      }
    })
    const headers = { "content-type": "text/plain", "x-request-id": "i".repeat(10_000) }
    return new Response(body, { headers })
  }
  const options = { dialect: "leadline", model: "decider-27b", timeout: 30_000 } as const
  const { findings, requests } = await Effect.runPromise(
    verifyServer({ ...options, url: new URL("http://flood.test") }, flood)
  )
  assert.isAtMost(sent, requests * (1_048_576 + 4 * piece.length))
  const { notes, outcome } = findings.find(({ id }) => id === "form.status") ?? assert.fail()
  assert.deepStrictEqual([outcome, notes[0]], ["failed", "again: 200 with over 1 MiB, which is not read"])
  assert.strictEqual(
    Math.max(...findings.flatMap((finding) => finding.notes.map(({ length }) => length))),
    202
  )
})

it("a key of the address and another file are usage errors", async () => {
  for (const args of [["http://user:key@x"], ["http://x", "--output", "report.pdf"]]) {
    assert.strictEqual((await leadline(["verify", ...args])).code, 2, args.join(" "))
  }
})
