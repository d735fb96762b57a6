// A stolen database without its pepper reveals no API key, with all its bytes, the source code and the logs.
import { createHash } from "node:crypto"
import { cpSync, rmSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, it } from "vitest"
import { commandsIn } from "../support/runCommand.ts"
import { ask, contents, emptyDirectory, generate, refusalOf, send, start } from "../support/serverProcess.ts"

/** All rows of all tables. */
const dump = (directory: string): ReadonlyArray<Record<string, unknown>> => {
  const open = new DatabaseSync(join(directory, "leadline.sqlite"), { readOnly: true })
  try {
    const tables = open.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    return tables.flatMap(({ name }) => open.prepare(`SELECT * FROM "${String(name)}"`).all())
  } finally {
    open.close()
  }
}

/** The forms in which a key could leak: complete, its secret, encoded, and as a plain digest. */
const shapes = (key: string): ReadonlyArray<string> => {
  const parts = key.startsWith("ll_") ? [key, key.slice(18, 50), key.slice(8, 50)] : [key]
  return parts.flatMap((part) => {
    const bytes = [Buffer.from(part), createHash("sha256").update(part).digest()]
    return [part, ...bytes.flatMap((each) => [each.toString("hex"), each.toString("base64")])]
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

it("a database without its pepper contains no key, nor do write-ahead log, logs and audit log, and accepts none", async () => {
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
  const rows = dump(directory)
  const { stderr, stdout } = server.seen
  const all = [running, contents(directory), JSON.stringify([rows, said]), stdout, stderr].join("\n")
  const found = keys.flatMap(shapes).filter((shape) => all.includes(shape))
  assert.deepEqual(found, [])

  // A thief has all files except the pepper, and this program.
  const stolen = emptyDirectory()
  const theirs = join(stolen, ".leadline")
  cpSync(directory, theirs, { recursive: true })
  rmSync(join(theirs, "pepper"))
  await refusalOf({}, stolen)
  const ofThief = (await commandsIn(theirs).succeed("keys create --new-pepper --quiet")).out.trim()
  const thief = start({}, stolen)
  const there = await thief.ready()
  assert.strictEqual((await ask(there.baseUrl, ofThief)).status, 200)
  const texts = rows.flatMap((row) => Object.values(row).filter((value) => typeof value === "string"))
  const tried = new Set([...keys, ...texts.filter((text) => /^[\x21-\x7e]{1,100}$/.test(text))])
  assert.isAbove(tried.size, 20)
  for (const each of tried) assert.strictEqual((await ask(there.baseUrl, each)).status, 401, each)
})
