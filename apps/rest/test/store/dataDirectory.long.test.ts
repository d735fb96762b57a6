// The data directory: a store that must not be used is never replaced, files are closed to others, and reveal no API key.
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { chmodSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { protectFiles } from "../../src/store/filePermissions.ts"
import { commandsIn, leadline } from "../support/runCommand.ts"
import { ask, contents, emptyDirectory, generate, refusalOf, send, start } from "../support/serverProcess.ts"

/** A data directory with one key. */
const populated = async () => {
  const directory = emptyDirectory()
  await leadline(["keys", "create"], { directory })
  return directory
}

const refusal = (directory: string, env = {}) => refusalOf({ LEADLINE_DATA_DIR: directory, ...env })

/** Asserts that no key is created, for a reason. */
const refuse = async (directory: string, reason: RegExp) => {
  const { code, error } = await leadline(["keys", "create"], { directory })
  assert.strictEqual(code, 1)
  assert.match(error, reason)
}

describe.concurrent("a server does not start", () => {
  it("without the pepper of the stored keys, and creates none", async () => {
    const directory = await populated()
    rmSync(join(directory, "pepper"))
    writeFileSync(join(directory, "audit-anchor"), `1:${"0".repeat(64)} ${"0".repeat(32)}\n`, { mode: 0o600 })
    const missing = /^leadline: The pepper .*pepper is missing, and the store has API keys: restore it/
    assert.match(await refusal(directory, { LEADLINE_API_KEY: "a-key-of-my-own-0123456789" }), missing)
    await refuse(directory, missing)
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
    await refuse(directory, missing)
  })

  it("in a directory that every user can write, nor does a command run, unless a setting accepts it", async () => {
    const directory = await populated()
    const open = /^leadline: Every user of this machine can write the data directory .*: run chmod 700 .*/
    const shared = /^leadline: Every user .*: set LEADLINE_DATA_DIR to a directory of your own\. /
    chmodSync(directory, 0o1777)
    await refuse(directory, shared)
    chmodSync(directory, 0o702)
    await refuse(directory, open)
    assert.match(await refusal(directory), open)
    const env = { LEADLINE_ACCEPT_OPEN_DIRECTORY: "on" }
    assert.strictEqual((await leadline(["keys", "list"], { directory, env })).code, 0)
    // Groups of the operating system are an operator's choice, and usual for volumes of containers.
    chmodSync(directory, 0o770)
    assert.strictEqual((await leadline(["keys", "list"], { directory })).code, 0)
  })
})

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe.concurrent("the data directory", () => {
  it("of a server is closed to other users, whatever the umask and the modes before", async () => {
    const directory = emptyDirectory()
    const before = process.umask(0)
    const server = start({}, directory)
    process.umask(before)
    await server.ready()
    const data = join(directory, ".leadline")
    assert.strictEqual(mode(data), "700")
    const names = readdirSync(data)
    assert.includeMembers(names, ["leadline.sqlite", "leadline.sqlite-wal", "leadline.sqlite-shm", "pepper"])
    for (const name of names) assert.strictEqual(`${name} ${mode(join(data, name))}`, `${name} 600`)
    await server.stop()
  })

  it("is repaired at a start, with a warning for each file and for the directory", async () => {
    const directory = emptyDirectory()
    const [notes, ...repaired] = ["notes.txt", "leadline.sqlite", "pepper", "first-key"].map((name) =>
      join(directory, name)
    )
    for (const path of [notes ?? "", ...repaired]) {
      writeFileSync(path, "")
      chmodSync(path, 0o644)
    }
    const protect = () => Effect.runPromise(protectFiles(directory))
    const warning = "was open to other users of this machine: its mode is 0600 now."
    assert.strictEqual((await protect()).join(), repaired.map((path) => `${path} ${warning}`).join())
    assert.deepStrictEqual([notes ?? "", ...repaired].map(mode), ["644", "600", "600", "600"])
    chmodSync(directory, 0o755)
    assert.match((await protect()).join(), /^The data directory .* is open to other users of this machine: /)
  })
})

/** The forms in which a key could leak: complete, its secret, encoded, and as a plain digest. */
const shapes = (key: string): ReadonlyArray<string> => {
  const parts = key.startsWith("ll_") ? [key, key.slice(18, 50), key.slice(8, 50)] : [key]
  return parts.flatMap((part) => {
    const bytes = [Buffer.from(part), createHash("sha256").update(part).digest()]
    return (["latin1", "hex", "base64"] as const).flatMap((coding) =>
      bytes.map((each) => each.toString(coding))
    )
  })
}

/** Uses a key where a text of a caller could be kept. */
const use = async (baseUrl: string, key: string) => {
  await ask(baseUrl, key)
  await send(`${baseUrl}/generate_auth_token`, key, { token_name: "made", [key]: key })
  await send(`${baseUrl}/revoke_auth_token`, key, { auth_token: `${key}x`, [key]: 1 })
  await send(`${baseUrl}/v1/skills/${key}?page_token=${key}`, key)
  await send(`${baseUrl}/v1/models`, "", undefined, { authorization: key, "x-api-key": key, cookie: key })
  await ask(baseUrl, `${key.slice(0, -1)}_`)
}

it("neither the database nor its write-ahead log, logs and audit log contain a key, in any form", async () => {
  const given = "given-canary-key-0123456789"
  const server = start({ LEADLINE_API_KEY: given })
  const { baseUrl } = await server.ready()
  const directory = join(server.directory, ".leadline")
  const said: Array<unknown> = []
  const { json, run } = commandsIn(directory)
  // Only the command that creates a key may print it.
  const { key } = await json<{ readonly key: string }>("keys create --name made")
  const auth_token = await generate(baseUrl, given)
  const keys = [given, key, auth_token]
  for (const each of keys) await use(baseUrl, each)
  for (const command of [`keys revoke ${key}`, `keys revoke ${key.slice(8, 18)}`])
    said.push(await run(command))
  await send(`${baseUrl}/revoke_auth_token`, given, { auth_token })
  for (const each of [key, auth_token]) {
    assert.strictEqual((await ask(baseUrl, each)).status, 401)
    await use(baseUrl, each)
  }
  for (const command of ["keys list --json", "audit list --json"]) said.push(await run(command))

  const running = contents(directory)
  assert.include(running, "key.revoke")
  await server.stop()
  const { stderr, stdout } = server.seen
  const all = [running, contents(directory), JSON.stringify(said), stdout, stderr].join("\n")
  const found = keys.flatMap(shapes).filter((shape) => all.includes(shape))
  assert.deepEqual(found, [])
})
