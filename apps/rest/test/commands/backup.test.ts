// leadline backup and restore, on the same machine path and on another one.
import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, it } from "vitest"
import { leadline } from "../support/runCommand.ts"

const scratch = mkdtempSync(join(tmpdir(), "leadline-backup-"))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const run = async (directory: string, ...args: ReadonlyArray<string>) => {
  const { code, error, out } = await leadline(args, { directory })
  assert.strictEqual(code, 0, error)
  return out.trim() === "" ? undefined : (JSON.parse(out) as unknown)
}

const states = async (directory: string) => {
  const keys = (await run(directory, "keys", "list", "--json")) as ReadonlyArray<{
    readonly name: string
    readonly state: string
  }>
  return Object.fromEntries(keys.map(({ name, state }) => [name, state]))
}

it("a backup is restored with its keys, revoked ones stay revoked, and the audit log is intact", async () => {
  const [directory, other] = [mkdtempSync(join(scratch, "a-")), mkdtempSync(join(scratch, "b-"))]
  const ids: Record<string, string> = {}
  for (const name of ["kept", "gone-before", "gone-after"]) {
    ids[name] = ((await run(directory, "keys", "create", "--name", name, "--json")) as { id: string }).id
  }
  await run(directory, "keys", "revoke", ids["gone-before"] ?? "", "--quiet")
  const file = join(scratch, "backup.sqlite")
  const { bytes } = (await run(directory, "backup", file, "--json")) as { readonly bytes: number }
  assert.isAbove(bytes, 4096)
  await run(directory, "keys", "revoke", ids["gone-after"] ?? "", "--quiet")
  await run(directory, "keys", "create", "--name", "after", "--json")

  const database = join(directory, "leadline.sqlite")
  assert.deepInclude(await run(directory, "restore", file, "--json"), { database, revoked: 2 })
  assert.deepStrictEqual(await states(directory), {
    kept: "active",
    "gone-before": "revoked",
    "gone-after": "revoked"
  })
  await run(directory, "audit", "verify", "--json")

  const refused = await leadline(["restore", file], { directory: other })
  assert.strictEqual(refused.code, 1)
  assert.match(refused.error, /^leadline: The pepper .* is missing, and the store has API keys/)
  copyFileSync(join(directory, "pepper"), join(other, "pepper"))
  const elsewhere = { database: join(other, "leadline.sqlite"), kept: null, damaged: false, revoked: 0 }
  assert.deepStrictEqual(await run(other, "restore", file, "--json"), elsewhere)
  assert.deepInclude(await states(other), { kept: "active", "gone-before": "revoked" })
  await run(other, "audit", "verify", "--json")
})

it("a database damaged in the middle is named with the remedy, and a restore moves it aside", async () => {
  const directory = mkdtempSync(join(scratch, "c-"))
  const database = join(directory, "leadline.sqlite")
  await run(directory, "keys", "create", "--name", "kept", "--json")
  const file = join(scratch, "before-damage.sqlite")
  await run(directory, "backup", file, "--json")
  const damaged = openSync(database, "r+")
  writeSync(damaged, Buffer.alloc(40_960, 0xff), 0, 40_960, 8192)
  closeSync(damaged)

  const { code, error } = await leadline(["keys", "list"], { directory })
  assert.strictEqual(code, 1)
  assert.include(error, database)
  assert.match(error, /^leadline: .* damaged.*: restore a backup with leadline restore FILE\.\n$/)
  const restored = await leadline(["restore", file], { directory })
  assert.strictEqual(restored.code, 0, restored.error)
  assert.match(
    restored.error,
    /The one before is .*leadline\.sqlite\.damaged-.* It is damaged, and may have held more/
  )
  assert.deepStrictEqual(await states(directory), { kept: "active" })
})
