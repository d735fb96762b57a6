// The programs over the helpers of core do what they say, against the real server with its defaults.
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { assert, it } from "vitest"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"
import { formsOf, type RunOptions, runProgram as run, startProgram, useService } from "./runProgram.ts"

const given = useService({ "keys.md": "# Keys\n\nAn API key is revoked with the command keys revoke.\n" })

const runProgram = (name: string, options: RunOptions = {}) => run(name, { ...options, env: given.env })

it.each(formsOf("triage-in-bulk"))(
  "%s/triage-in-bulk sorts each line, and reports those that failed",
  async (api) => {
    // More than a model reads.
    const tooLong = "word ".repeat(300_000)
    const input = `I was charged twice. Refund me.\n${tooLong}\nThe export fails with an error.\n`
    const { code, errors, output } = await runProgram(`${api}/triage-in-bulk`, { input })
    const [first, third, ...more] = output.split("\n").map((line) => (line === "" ? {} : JSON.parse(line)))
    assert.deepInclude(first, { line: 1, ticket: "I was charged twice. Refund me.", to: "billing" })
    assert.deepInclude(third, { line: 3, ticket: "The export fails with an error." })
    assert.deepEqual(more, [{}])
    assert.match(errors, /^line 2: [^\n]+\n$/)
    assert.strictEqual(code, 1)
  }
)

/** Starts the web server, and ends it by a signal. */
const serve = async (
  environment: { readonly [name: string]: string },
  use: (url: string) => Promise<void>
): Promise<string> => {
  const child = startProgram("promises/sse-to-browser", { env: { ...environment, PORT: "0" } })
  const errors = text(child.stderr)
  const closed = once(child, "close")
  let url: string | undefined
  for await (const data of child.stdout) {
    url = /Open (http:\S+)/.exec(String(data))?.[1]
    if (url !== undefined) break
  }
  await use(url ?? assert.fail("no address"))
  child.kill("SIGTERM")
  assert.deepStrictEqual(await closed, [0, null])
  return errors
}

it("sse-to-browser serves a page, and passes the events on", async () => {
  const errors = await serve(given.env, async (url) => {
    const page = await fetch(url)
    assert.include(await page.text(), "new EventSource")
    assert.strictEqual((await fetch(`${url}/other`)).status, 404)
    const response = await fetch(`${url}/answer?q=How+is+an+API+key+revoked`)
    assert.strictEqual(response.headers.get("content-type"), "text/event-stream")
    const frames = (await response.text()).trim().split("\n\n")
    assert.strictEqual(frames.pop(), "data: [DONE]")
    const pieces = frames.map(
      (frame) => JSON.parse(frame.replace("data: ", "")).choices[0].delta.content ?? ""
    )
    assert.include(pieces.join(""), "keys revoke")
    assert.isAbove(pieces.length, 2)
  })
  assert.strictEqual(errors, "")
})

it("sse-to-browser ends the call of a browser that leaves before the first event", async () => {
  const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const silent = await serveHttp((_request, response) => {
    response.on("close", left.resolve)
    asked.resolve()
  })
  await serve({ ...given.env, LEADLINE_BASE_URL: silent.url }, async (url) => {
    const browser = new AbortController()
    const answer = fetch(`${url}/answer?q=keys`, { signal: browser.signal }).catch(() => "ended")
    await asked.promise
    browser.abort()
    assert.strictEqual(await answer, "ended")
    await left.promise
  })
  await silent.close()
})

it.each(formsOf("tool-loop"))(
  "%s/tool-loop calls the function with the number, and answers from what it returns",
  async (api) => {
    const { code, output } = await runProgram(`${api}/tool-loop`)
    assert.strictEqual(code, 0)
    const [call, ...answer] = output.split("\n")
    assert.strictEqual(
      call,
      'order_status({"number":"4711"}) = {"number":"4711","item":"a tide clock","status":"on its way"}'
    )
    assert.include(answer.join("\n"), "on its way")
    assert.match(output, /^2 requests, \d+ tokens$/m)
  }
)

it("structured-output reads an order", async () => {
  const express = await runProgram("promises/structured-output")
  assert.match(express.output, /^3 of table, express\n\d+ tokens\n$/)
  assert.strictEqual(express.code, 0)
  const args = ["Product: lamp\nQuantity: 12\nExpress: no"]
  const standard = await runProgram("promises/structured-output", { args })
  assert.match(standard.output, /^12 of \w+\n/)
})

it("async-job does a job of one name once", async () => {
  const args = ["weekly-report", "How is an API key revoked?"]
  const first = await runProgram("promises/async-job", { args })
  const [, id] = /^(\S+): CREATED$/m.exec(first.output) ?? []
  assert.isDefined(id)
  assert.include(first.output, `${id}: COMPLETED\n`)
  assert.include(first.output, "keys revoke")
  const again = await runProgram("promises/async-job", { args })
  assert.strictEqual(again.output, first.output.slice(first.output.indexOf(`${id}: COMPLETED`)))
  const other = await runProgram("promises/async-job", { args: ["weekly-report", "What is a tide?"] })
  assert.strictEqual(other.code, 1)
  assert.match(other.errors, /^ConflictError: /)
})
