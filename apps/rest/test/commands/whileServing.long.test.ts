// Commands while a server runs: their changes apply to it at once.
import { join } from "node:path"
import { assert, it } from "vitest"
import { commandsIn } from "../support/runCommand.ts"
import { eventually } from "../support/eventually.ts"
import { ask, start } from "../support/serverProcess.ts"

it("a running server accepts created keys, refuses revoked ones, and the audit log records everything", async () => {
  const server = start({})
  const { baseUrl, key: first } = await server.ready()
  const { run, succeed } = commandsIn(join(server.directory, ".leadline"))
  const key = (await succeed("keys create -q --name ci")).out.trim()
  assert.strictEqual((await ask(baseUrl, key)).status, 200)
  const error = `Key ${key.slice(8, 18)} is revoked.\n`
  assert.deepEqual(await run("keys revoke -", `${key}\n`), { code: 0, out: "", error })
  // A node finds what another process has written.
  await eventually("a refused key", async () => (await ask(baseUrl, key)).status === 401)
  assert.strictEqual((await ask(baseUrl, first)).status, 200)
  await server.stop()
  const lines = (await succeed("audit list --json")).out.trimEnd().split("\n")
  assert.sameMembers(
    lines.map((line) => JSON.parse(line)).map(({ action, outcome }) => `${action} ${outcome}`),
    ["key.create ok", "start ok", "key.create ok", "key.revoke ok", "stop ok", "auth.fail refused 1"]
  )
  await succeed("audit verify")
})
