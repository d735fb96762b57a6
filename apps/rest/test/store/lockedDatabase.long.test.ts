// A server whose database another process has locked, as a backup or a shell does.
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, it } from "vitest"
import { start } from "../support/serverProcess.ts"

it("a locked database delays no read: writes wait, then get 503, and readiness says so", async () => {
  const server = start({})
  const { baseUrl, key } = await server.ready()
  const headers = { authorization: `Bearer ${key}` }
  const models = async () => {
    const response = await fetch(`${baseUrl}/v1/models`, { headers })
    await response.arrayBuffer()
    assert.strictEqual(response.status, 200)
  }
  const write = async () => {
    const response = await fetch(`${baseUrl}/generate_auth_token`, { method: "POST", headers, body: "{}" })
    return { status: response.status, text: await response.text() }
  }
  const ready = async () => {
    const response = await fetch(`${baseUrl}/-/ready`)
    return [response.status, ((await response.json()) as { readonly checks: object }).checks]
  }
  await models()
  // The server itself may be writing.
  const other = new DatabaseSync(join(server.directory, ".leadline/leadline.sqlite"), { timeout: 10_000 })
  other.exec("BEGIN EXCLUSIVE")

  const writes = [write(), write(), write()]
  let readsMeanwhile = 0
  let areWritesDone = false
  void Promise.all(writes).then(() => (areWritesDone = true))
  while (!areWritesDone) {
    await models()
    readsMeanwhile++
  }
  assert.isAbove(readsMeanwhile, 5)
  for (const { status, text } of await Promise.all(writes)) {
    assert.strictEqual(status, 503)
    assert.include(text, "service_unavailable")
  }
  assert.deepStrictEqual(await ready(), [503, { store: "ok", writes: "failed" }])

  const waiting = write()
  other.exec("COMMIT")
  other.close()
  assert.strictEqual((await waiting).status, 200)
  let found = await ready()
  while (found[0] !== 200) found = await ready()
  assert.deepStrictEqual(found, [200, { store: "ok", writes: "ok" }])
  server.child.kill("SIGTERM")
  assert.strictEqual(await server.ended, 0)
})
