// A command line without a command, whose options are those of serve; and backups that are restored here and elsewhere.
import * as Exit from "effect/Exit"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { exitCode } from "../../src/commands/exitCode.ts"
import { commandsIn, leadline } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

it("a command line that begins with options is read by serve, also for its errors, help and exit code", async () => {
  const error = 'leadline: --port: expected a whole number from 0 to 65535, got "http"\n'
  assert.deepInclude(await leadline(["--port", "http"]), { code: 2, error })
  assert.include((await leadline(["--memory", "--help"])).out, "--seed")
  assert.strictEqual(exitCode(["--log-level", "debug", "keys", "list"], Exit.interrupt()), 130)
})

it.each([
  ["index .", /^leadline: LEADLINE_DATA_DIR: the directory/],
  ["backends check", /^leadline: No backend is configured/]
])("leadline %s reads no setting of the server or the store that it does not use", async (line, error) => {
  const env = { PORT: "http", LEADLINE_KEYS_PER_GROUP: "many" }
  assert.match((await leadline(line.split(" "), { env })).error, error)
})

/** The states of all keys, by their names. */
const statesIn = async (directory: string) => {
  const keys = await commandsIn(directory).json<ReadonlyArray<Record<"name" | "state", string>>>("keys list")
  return Object.fromEntries(keys.map(({ name, state }) => [name, state]))
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
  const kept = { kept: "active", "gone-before": "revoked" }
  assert.deepStrictEqual(await statesIn(directory), { ...kept, "gone-after": "revoked" })
  await succeed("audit verify")

  const elsewhere = commandsIn(other)
  const refused = await elsewhere.run(`restore ${file}`)
  assert.match(refused.error, /^leadline: The pepper .* is missing, and the store has API keys/)
  copyFileSync(join(directory, "pepper"), join(other, "pepper"))
  const restored = { database: join(other, "leadline.sqlite"), kept: null, damaged: false, revoked: 0 }
  assert.deepStrictEqual(await elsewhere.json(`restore ${file}`), restored)
  assert.deepStrictEqual(await statesIn(other), { ...kept, "gone-after": "active" })
})
