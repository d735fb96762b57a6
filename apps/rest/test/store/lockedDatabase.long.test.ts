// A server whose database another process has locked, as a backup or a shell does.
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, it } from "vitest"
import { eventually } from "../support/eventually.ts"
import { readiness, send, start } from "../support/serverProcess.ts"

it("a locked database delays no read: writes wait, then get 503, and readiness says so", async () => {
  const server = start({})
  const { baseUrl, key } = await server.ready()
  const models = async () => assert.strictEqual((await send(`${baseUrl}/v1/models`, key)).status, 200)
  const write = () => send(`${baseUrl}/generate_auth_token`, key, "{}")
  await models()
  // The server itself may be writing.
  const other = new DatabaseSync(join(server.directory, ".leadline/leadline.sqlite"), { timeout: 10_000 })
  other.exec("BEGIN EXCLUSIVE")

  // Reads are answered before writes that were sent before them.
  await eventually("a read that is answered while writes wait", async () => {
    const writes = [write(), write(), write()]
    let areWritesDone = false
    const done = Promise.all(writes).finally(() => (areWritesDone = true))
    await models()
    const isBefore = !areWritesDone
    for (const { status, text } of await done) {
      assert.strictEqual(status, 503)
      assert.include(text, "service_unavailable")
    }
    return isBefore
  })
  assert.deepStrictEqual(await readiness(baseUrl), {
    status: 503,
    checks: { store: "ok", writes: "failed" }
  })

  other.exec("COMMIT")
  other.close()
  assert.strictEqual((await write()).status, 200)
  await eventually("readiness", async () => (await readiness(baseUrl)).status === 200)
  assert.deepStrictEqual((await readiness(baseUrl)).checks, { store: "ok", writes: "ok" })
  await server.stop()
})
