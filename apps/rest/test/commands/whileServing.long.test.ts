// Commands while a server runs: their changes apply to it at once.
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { leadline } from "../support/runCommand.ts"
import { bounded, eventually } from "../support/eventually.ts"
import { ask, start } from "../support/serverProcess.ts"

/** Parses the JSON output of a command. */
const json = (out: string): unknown => JSON.parse(out)

describe("while the server runs", () => {
  it("it accepts created keys, refuses revoked ones, and the audit log records everything", async () => {
    const server = start({})
    const { baseUrl, key: first } = await server.ready()
    const directory = join(server.directory, ".leadline")
    const key = (await leadline(["keys", "create", "-q", "--name", "ci"], { directory })).out.trim()
    assert.strictEqual((await ask(baseUrl, key)).status, 200)
    const revoked = await leadline(["keys", "revoke", "-"], { directory, input: `${key}\n` })
    assert.deepEqual([revoked.code, revoked.out], [0, ""])
    assert.strictEqual(revoked.error, `Key ${key.slice(8, 18)} is revoked.\n`)
    // A node finds what another process has written.
    await eventually("a refused key", async () => (await ask(baseUrl, key)).status === 401)
    assert.strictEqual((await ask(baseUrl, first)).status, 200)
    assert.strictEqual(
      (await fetch(`${baseUrl}/v1/decisions`, { method: "POST", signal: bounded() })).status,
      401
    )
    await server.stop()
    const events = (await leadline(["audit", "list", "--json"], { directory })).out
      .trimEnd()
      .split("\n")
      .map((line) => json(line) as { readonly action: string; readonly outcome: string })
    assert.sameMembers(
      events.map(({ action, outcome }) => `${action} ${outcome}`),
      [
        "key.create ok",
        "start ok",
        "key.create ok",
        "key.revoke ok",
        "stop ok",
        "auth.fail refused 1",
        "auth.fail missing 1"
      ]
    )
    assert.strictEqual((await leadline(["audit", "verify"], { directory })).code, 0)
  })
})
