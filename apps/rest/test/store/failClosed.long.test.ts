// A server beside a store that it must not use: one line, exit code 1, and never a fresh key.
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { leadline } from "../support/runCommand.ts"
import { emptyDirectory, refusalOf } from "../support/serverProcess.ts"

/** A data directory with one key. */
const populated = async () => {
  const directory = emptyDirectory()
  assert.strictEqual((await leadline(["keys", "create"], { directory })).code, 0)
  return directory
}

const refusal = (directory: string, env = {}) => refusalOf({ LEADLINE_DATA_DIR: directory, ...env })

/** Asserts that commands fail with a line. */
const refuse = async (directory: string, commands: ReadonlyArray<string>, line: RegExp) => {
  for (const command of commands) {
    const { code, error } = await leadline(command.split(" "), { directory })
    assert.strictEqual(code, 1)
    assert.match(error, line)
  }
}

describe.concurrent("a server does not start", () => {
  it("without the pepper of the stored keys, and creates none", async () => {
    const directory = await populated()
    rmSync(join(directory, "pepper"))
    writeFileSync(join(directory, "audit-anchor"), `1:${"0".repeat(64)} ${"0".repeat(32)}\n`, { mode: 0o600 })
    const missing = /^leadline: The pepper .*pepper is missing, and the store has API keys: restore it/
    assert.match(await refusal(directory, { LEADLINE_API_KEY: "a-key-of-my-own-0123456789" }), missing)
    await refuse(directory, ["keys create"], missing)
    assert.isFalse(existsSync(join(directory, "pepper")))
    const renewed = await leadline(["keys", "create", "--new-pepper"], { directory })
    const head = /leadline audit verify --head (\S+)/.exec(renewed.error)?.[1] ?? ""
    assert.strictEqual((await leadline(["audit", "verify", "--head", head], { directory })).code, 0)
    assert.strictEqual((await leadline(["keys", "create"], { directory })).code, 0)
  })

  it("with another pepper", async () => {
    const directory = await populated()
    const other = { LEADLINE_PEPPER: "0123456789abcdef0123456789abcdef" }
    const different = /^leadline: The pepper is not the one that the stored API keys were made with/
    assert.match((await leadline(["keys", "list"], { directory, env: other })).error, different)
    assert.match(await refusal(directory, other), different)
  })

  it("without the database of an earlier start", async () => {
    const directory = await populated()
    writeFileSync(join(directory, "audit-anchor"), "", { mode: 0o600 })
    for (const end of ["", "-wal", "-shm"]) rmSync(join(directory, `leadline.sqlite${end}`), { force: true })
    const missing = /^leadline: The database is missing or empty, but .*audit-anchor is/
    assert.match(await refusal(directory), missing)
    await refuse(directory, ["keys create"], missing)
  })

  it("in a directory that every user can write, nor does a command run, unless a setting accepts it", async () => {
    const directory = await populated()
    const open = /^leadline: Every user of this machine can write the data directory .*: run chmod 700 .*/
    const shared = /^leadline: Every user .*: set LEADLINE_DATA_DIR to a directory of your own\. /
    chmodSync(directory, 0o1777)
    await refuse(directory, ["keys create"], shared)
    chmodSync(directory, 0o702)
    await refuse(directory, ["keys create", "restore a"], open)
    assert.match(await refusal(directory), open)
    const env = { LEADLINE_ACCEPT_OPEN_DIRECTORY: "on" }
    assert.strictEqual((await leadline(["keys", "list"], { directory, env })).code, 0)
    // Groups of the operating system are an operator's choice, and usual for volumes of containers.
    chmodSync(directory, 0o770)
    assert.strictEqual((await leadline(["keys", "list"], { directory })).code, 0)
  })
})
