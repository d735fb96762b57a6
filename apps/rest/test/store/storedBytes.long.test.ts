// The setting of the bytes that a group may store, and the quota that an operator gives a group in its place.
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { bounded } from "../support/eventually.ts"
import { commandsIn } from "../support/runCommand.ts"
import { emptyDirectory, send, start } from "../support/serverProcess.ts"

describe("LEADLINE_STORED_BYTES_PER_GROUP", () => {
  it("bounds skills and async chats of groups without a quota of their own", async () => {
    const directory = emptyDirectory()
    const server = start({ LEADLINE_STORED_BYTES_PER_GROUP: "10" }, directory)
    const { baseUrl, key } = await server.ready()
    const upload = async () => {
      const body = new FormData()
      body.append("file", new Blob(["x".repeat(11)]))
      const headers = { authorization: `Bearer ${key}` }
      const url = `${baseUrl}/v1/skills`
      const response = await fetch(url, { method: "POST", headers, body, signal: bounded() })
      return { status: response.status, text: await response.text() }
    }
    const text =
      "The group may store 10 bytes: 0 are used, and this needs 11. Deleting skills gives room at once."
    const refused = await upload()
    assert.strictEqual(refused.status, 409)
    assert.include(refused.text, text)
    const chat = { request: { model: "sonar", messages: [{ role: "user", content: "hello" }] } }
    const refusedChat = await send(`${baseUrl}/v1/async/sonar`, key, chat)
    assert.strictEqual(refusedChat.status, 429)
    assert.include(refusedChat.text, "The group may store 10 bytes")
    await commandsIn(join(directory, ".leadline")).succeed("groups set default --stored-bytes 11")
    assert.include((await upload()).text, "The file is not a zip archive")
    await server.stop()
  })
})
