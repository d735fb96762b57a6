// leadline backup and restore, on the same machine path and on another one.
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { commandsIn } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

/** Asserts the states of all keys, by their names, and that the audit log is intact. */
const assertStates = async (directory: string, expected: object) => {
  const { json, succeed } = commandsIn(directory)
  const keys = await json<ReadonlyArray<Record<"name" | "state", string>>>("keys list")
  assert.deepStrictEqual(Object.fromEntries(keys.map(({ name, state }) => [name, state])), expected)
  await succeed("audit verify")
}

it("a backup is restored with its keys, revoked ones stay revoked, and the audit log is intact", async () => {
  const [directory, other] = [emptyDirectory(), emptyDirectory()]
  const { json, succeed } = commandsIn(directory)
  const create = async (name: string) => (await json<{ id: string }>(`keys create --name ${name}`)).id
  await create("kept")
  const [before, after] = [await create("gone-before"), await create("gone-after")]
  await succeed(`keys revoke ${before} --quiet`)
  const file = join(emptyDirectory(), "backup.sqlite")
  assert.isAbove((await json<{ bytes: number }>(`backup ${file}`)).bytes, 4096)
  await succeed(`keys revoke ${after} --quiet`)
  await create("after")

  assert.deepInclude(await json<object>(`restore ${file}`), { revoked: 2 })
  await assertStates(directory, { kept: "active", "gone-before": "revoked", "gone-after": "revoked" })

  const elsewhere = commandsIn(other)
  const refused = await elsewhere.run(`restore ${file}`)
  assert.strictEqual(refused.code, 1)
  assert.match(refused.error, /^leadline: The pepper .* is missing, and the store has API keys/)
  copyFileSync(join(directory, "pepper"), join(other, "pepper"))
  const database = join(other, "leadline.sqlite")
  const restored = { database, kept: null, damaged: false, revoked: 0 }
  assert.deepStrictEqual(await elsewhere.json(`restore ${file}`), restored)
  await assertStates(other, { kept: "active", "gone-before": "revoked", "gone-after": "active" })
})
