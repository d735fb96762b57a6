// A server whose engine is a model in its own process: what it answers, and how it ends.
import { writeTinyModel } from "@leadline/lab"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { ask, emptyDirectory, send, start } from "../support/serverProcess.ts"

const folder = emptyDirectory()
const model = join(folder, "tiny.gguf")
writeTinyModel(model, 0)

/** A request that takes the model some seconds. */
const long = {
  model: "decider-27b",
  state: "I was charged twice. ".repeat(80),
  questions: Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`q${at}`, { type: "noul", instructions: `Is it ${at}?` }])
  )
}

describe("a server with a model in its process", () => {
  it("answers decisions by it, says what memory it takes, and ends gracefully in the middle of a request", async () => {
    const server = start({ LEADLINE_ENGINE: "llama", LEADLINE_MODEL: model })
    const { baseUrl, key } = await server.ready()
    await server.printed(/"The model is loaded".*at most \d+ MB/)
    const first = await ask(baseUrl, key)
    assert.strictEqual(first.status, 200, first.text)
    assert.strictEqual(first.headers.get("x-leadline-backend"), "llama")
    const pending = send(`${baseUrl}/v1/decisions`, key, long)
    // Answered after the server has the request before it.
    assert.strictEqual((await send(`${baseUrl}/v1/models`, key)).status, 200)
    await server.stop()
    assert.strictEqual((await pending).status, 200)
  })
})
