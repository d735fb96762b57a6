// A server in memory: a known key, no file, and with a seed the same answers in each run.
import { readdirSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { eventually } from "../support/eventually.ts"
import { ask, emptyDirectory, generate, send, start } from "../support/serverProcess.ts"

const key = "leadline-key-of-a-server-in-memory"
const question = {
  model: "sonar",
  messages: [{ role: "user", content: "How long is the grace period of a shutdown?" }]
}

const inMemory = async (flags: ReadonlyArray<string>, env: { readonly [name: string]: string } = {}) => {
  const words = ["serve", "--memory", ...flags]
  const server = start({ LEADLINE_LOG_FORMAT: "pretty", ...env }, emptyDirectory(), words)
  const { baseUrl } = await server.ready()
  const stop = async () => {
    await server.stop()
    assert.deepEqual(readdirSync(server.directory), [])
  }
  return { baseUrl, seen: server.seen, stop }
}

/** What a server answers to some requests in order, and the ids of these requests. */
const answersOf = async (seed: string) => {
  const { baseUrl, stop } = await inMemory(["--seed", seed, "--requests-per-second", "1"])
  const sent = [
    await ask(baseUrl, key),
    // Time stands still, so that no second of the limit ever ends.
    await ask(baseUrl, key),
    await send(`${baseUrl}/v1/sonar`, key, question),
    await send(`${baseUrl}/v1/async/sonar`, key, { request: question })
  ]
  for (const { status, text } of sent) assert.strictEqual(status, 200, text)
  const { id }: { readonly id: string } = JSON.parse(sent[3]?.text ?? "")
  let finished = ""
  await eventually("an async chat that is finished", async () => {
    finished = (await send(`${baseUrl}/v1/async/sonar/${id}`, key)).text
    return finished.includes('"COMPLETED"')
  })
  const generated = await generate(baseUrl, key)
  await stop()
  return [...sent.map(({ headers, text }) => text + headers.get("x-request-id")), finished, generated]
}

describe.concurrent("a server in memory", () => {
  it("repeats ids and times of its seed, and those of no other seed", async () => {
    const [first = [], again, other = []] = await Promise.all(["1", "1", "2"].map(answersOf))
    assert.deepEqual(again, first)
    assert.include(first[2] ?? "", '"created":1767225600')
    for (const [at, text] of first.entries()) assert.notEqual(other[at], text)
  })

  it("knows its key and the documentation, and warns where others reach it", async () => {
    const { baseUrl, seen, stop } = await inMemory([], { HOST: "0.0.0.0", LEADLINE_DOCUMENTS: "" })
    assert.include(seen.stdout, `The API key is ${key}`)
    assert.include(seen.stderr, "The key of a server in memory is known to all")
    const { text } = await send(`${baseUrl}/v1/sonar`, key, question)
    assert.include(text, "https://leadline.example/docs/operations.md")
    await stop()
  })
})
