// The programs that serve: events to a browser, and decisions of a model of their own.
// Source: §4.1; Assumed: ours.
import { programArguments } from "@leadline/lab/program"
import { createClient } from "@leadline/transport-fetch"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { assert, it } from "vitest"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"
import { bareEnvironment } from "../../../../packages/lab/src/processes.ts"
import { start as startProcess } from "../../../../packages/lab/src/runningProgram.ts"
import { startProgram, useService } from "./runProgram.ts"

const given = useService({ "keys.md": "# Keys\n\nAn API key is revoked with the command keys revoke.\n" })

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
    const events = frames.map((frame) => JSON.parse(frame.replace("data: ", "")))
    assert.include(events.map(({ choices }) => choices[0].delta.content ?? "").join(""), "keys revoke")
    assert.isAbove(events.length, 2)
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

it("a server of your own answers decisions by the weights of its model, and ends on SIGTERM", async () => {
  const apiKey = "a-key-of-this-test-alone"
  const words = [process.execPath, ...programArguments("apps/examples/src/own-server/serve.ts")]
  const server = startProcess(words, {
    cwd: given.temporary,
    env: { ...bareEnvironment(), PORT: "0", LEADLINE_API_KEY: apiKey }
  })
  await using client = createClient({ apiKey, baseUrl: await server.listening() })
  const { answers, usage } = await client.decisions.create({
    model: "decider-27b",
    state: "The invoice was paid twice.",
    questions: { team: { type: "choice", criteria: { billing: "invoice", technical: "bug" } } }
  })
  assert.strictEqual(answers.team.choice, "billing")
  assert.closeTo(answers.team.probabilities.billing, Math.E / (Math.E + 1), 1e-6)
  assert.isAbove(usage.input_tokens, 0)
  assert.strictEqual((await server.end()).code, 0)
})
