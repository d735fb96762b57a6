// A stolen database without its pepper reveals no API key, with all its bytes, the source code and the logs.
import { createHash } from "node:crypto"
import { cpSync, rmSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "vitest"
import { leadline, type Ran } from "../support/runCommand.ts"
import { ask, contents, emptyDirectory, generate, refusalOf, send, start } from "../support/serverProcess.ts"

const database = "leadline.sqlite"

/** All rows of all tables. */
const dump = (directory: string): ReadonlyArray<Record<string, unknown>> => {
  const open = new DatabaseSync(join(directory, database), { readOnly: true })
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

describe("a database without its pepper", () => {
  it("contains no key, in database, write-ahead log, logs and audit log, and accepts none", async () => {
    const given = "given-canary-key-0123456789"
    const server = start({ LEADLINE_API_KEY: given })
    const { baseUrl } = await server.ready()
    const directory = join(server.directory, ".leadline")
    const said: Array<Ran> = []
    const run = async (args: ReadonlyArray<string>) => said.push(await leadline(args, { directory }))
    // Only the command that creates a key may print it.
    const made = await leadline(["keys", "create", "--name", "made", "--quiet"], { directory })
    const made2 = await leadline(["keys", "create", "--json"], { directory })
    const auth_token = await generate(baseUrl, given)
    const { key } = JSON.parse(made2.out) as { readonly key: string }
    const keys = [given, made.out.trim(), key, auth_token]

    for (const each of keys) await use(baseUrl, each)
    await run(["keys", "revoke", key])
    await run(["keys", "revoke", key.slice(8, 18)])
    await send(`${baseUrl}/revoke_auth_token`, given, { auth_token })
    for (const each of [key, auth_token]) {
      assert.strictEqual((await ask(baseUrl, each)).status, 401)
      await use(baseUrl, each)
    }
    await run(["keys", "list", "--json"])
    await run(["audit", "list", "--json"])

    const running = contents(directory)
    assert.include(running, "key.revoke")
    const rowsRunning = dump(directory)
    await server.stop()
    const rows = dump(directory)
    const all = [
      running,
      contents(directory),
      JSON.stringify([rowsRunning, rows, said]),
      server.seen.out,
      server.seen.error
    ].join("\n")
    for (const each of keys) {
      assert.deepEqual(
        shapes(each).filter((shape) => all.includes(shape)),
        []
      )
    }

    // A thief has all files except the pepper, and this program.
    const stolen = emptyDirectory()
    const theirs = join(stolen, ".leadline")
    cpSync(directory, theirs, { recursive: true })
    rmSync(join(theirs, "pepper"))
    await refusalOf({}, stolen)
    const ofThief = await leadline(["keys", "create", "--new-pepper", "--quiet"], { directory: theirs })
    const thief = start({}, stolen)
    const there = await thief.ready()
    assert.strictEqual((await ask(there.baseUrl, ofThief.out.trim())).status, 200)
    const texts = rows.flatMap((row) => Object.values(row).filter((value) => typeof value === "string"))
    const tried = new Set([...keys, ...texts.filter((text) => /^[\x21-\x7e]{1,100}$/.test(text))])
    assert.isAbove(tried.size, 20)
    for (const each of tried) assert.strictEqual((await ask(there.baseUrl, each)).status, 401, each)
    await thief.kill()
  })
})
