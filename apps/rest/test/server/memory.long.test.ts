// A server in memory: a known key, no file, and with a seed the same answers in each run.
import { readdirSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { eventually } from "../support/eventually.ts"
import { leadline } from "../support/runCommand.ts"
import { ask, emptyDirectory, generate, send, start } from "../support/serverProcess.ts"

const key = "leadline-key-of-a-server-in-memory"
const question = {
  model: "sonar",
  messages: [{ role: "user", content: "How long is the grace period of a shutdown?" }]
}

const inMemory = async (args: ReadonlyArray<string>, env: { readonly [name: string]: string } = {}) => {
  const server = start({ LEADLINE_LOG_FORMAT: "pretty", ...env }, emptyDirectory(), [
    "serve",
    "--memory",
    ...args
  ])
  const { baseUrl } = await server.ready()
  return { server, baseUrl }
}

/** What a server answers to some requests in order, and the ids of these requests. */
const answersOf = async (seed: string) => {
  const { baseUrl, server } = await inMemory(["--seed", seed, "--requests-per-second", "1"])
  const sent = [
    await ask(baseUrl, key),
    // Time stands still, so that no second of the limit ever ends.
    await ask(baseUrl, key),
    await send(`${baseUrl}/v1/sonar`, key, question),
    await send(`${baseUrl}/v1/agent`, key, { model: "openai/gpt-5.1", input: "What is noul?" }),
    await send(`${baseUrl}/v1/async/sonar`, key, { request: question })
  ]
  const { id }: { readonly id: string } = JSON.parse(sent[4]?.text ?? "")
  let finished = ""
  await eventually("an async chat that is finished", async () => {
    finished = (await send(`${baseUrl}/v1/async/sonar/${id}`, key)).text
    return finished.includes('"COMPLETED"')
  })
  const generated = await generate(baseUrl, key)
  await server.stop()
  assert.deepEqual(readdirSync(server.directory), [])
  const requestIds = sent.map(({ headers }) => headers.get("x-request-id"))
  return {
    statuses: sent.map(({ status }) => status),
    answers: [...sent.map(({ text }) => text), finished, generated, ...requestIds]
  }
}

describe.concurrent("a server in memory", () => {
  it("repeats ids and times of its seed, and those of no other seed", async () => {
    const [first, again, other] = await Promise.all(["1", "1", "2"].map(answersOf))
    assert.deepEqual(first?.statuses, [200, 200, 200, 200, 200])
    assert.deepEqual(again, first)
    assert.include(first?.answers[2] ?? "", '"created":1767225600')
    assert.notEqual(other?.answers[2], first?.answers[2])
    assert.notEqual(other?.answers.at(-1), first?.answers.at(-1))
  })

  it("knows its key and the documentation, and warns where others reach it", async () => {
    const { baseUrl, server } = await inMemory([], { HOST: "0.0.0.0", LEADLINE_DOCUMENTS: "" })
    assert.include(server.seen.out, `The API key is ${key}`)
    assert.include(server.seen.error, "The key of a server in memory is known to all")
    const found = await Promise.all([
      send(`${baseUrl}/search`, key, { query: "grace period" }),
      send(`${baseUrl}/v1/sonar`, key, question)
    ])
    for (const { text } of found) assert.include(text, "https://leadline.example/docs/operations.md")
    await server.stop()
    assert.deepEqual(readdirSync(server.directory), [])
  })

  it("keeps no database, so that none may be named, and a seed is only for it", async () => {
    const env = { LEADLINE_DATABASE_URL: "postgres://127.0.0.1:1/x" }
    const named = await leadline(["serve", "--memory"], { env })
    assert.deepEqual(
      [named.code, named.error],
      [1, "leadline: LEADLINE_DATABASE_URL: --memory keeps no database\n"]
    )
    const { code, error } = await leadline(["serve", "--seed", "1"])
    assert.deepEqual([code, error], [2, "leadline: --seed: only with --memory\n"])
  })
})
