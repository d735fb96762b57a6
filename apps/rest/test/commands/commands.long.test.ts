// The command line: output, error messages and exit codes; groups, their keys and async chats; migrations and copies.
import { copyFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "vitest"
import { commandsIn, leadline } from "../support/runCommand.ts"
import { emptyDirectory, refusalOf } from "../support/serverProcess.ts"

describe("the command line", () => {
  it.each([
    ["grops --help", /^leadline: Unknown subcommand "grops"[^]*groups/],
    ["keys list --jsn", /^leadline: Unrecognized flag: --jsn[^]*--json/],
    ["keys create --expires soon", /^leadline: --expires: expected a time from now/],
    ["keys create --rights chats", /^leadline: --rights: There is no right chats\. Rights: apiKeys,/],
    ["keys create --rights apiKeys", /^leadline: --may-make-keys: The right apiKeys revokes keys\./],
    ["keys revoke -", /^leadline: Expected a key on standard input/],
    ["groups set acme --skills 1.5", /^leadline: --skills: expected a whole number or default/],
    ["async delete a --group b", /^leadline: Expected either ids/],
    ["copy --to sqlite:x", /set LEADLINE_COPY_FROM, or give --from/],
    ["copy --from sqlite:x --to sqlite:x", /^leadline: --from and --to are the same database\n$/],
    ["serve --seed 1", /^leadline: --seed: only with --memory\n$/]
  ] as const)("%s is a usage error: exit code 2, the reason on standard error", async (line, reason) => {
    const { code, error, out } = await commandsIn(emptyDirectory()).run(line)
    assert.deepEqual([code, out], [2, ""])
    assert.match(error, reason)
  })

  it.each([
    [
      "keys list",
      /^leadline: There is no store in \/.*: start the server or run leadline keys create first, /
    ],
    ["keys create", /^leadline: LEADLINE_DATA_DIR: the directory \/does\/not\/exist does not exist: /],
    ["keys create --data-dir /none", /^leadline: --data-dir: the directory \/none does not exist: /],
    ["index /none", /^leadline: The folder \/none does not exist\n$/]
  ] as const)("%s fails: exit code 1, one line on standard error", async (line, reason) => {
    const { code, error, out } = await leadline(line.split(" "))
    assert.deepEqual([code, out], [1, ""])
    assert.match(error, reason)
  })

  it("a key is printed alone on standard output, messages on standard error; a flag wins over its variable", async () => {
    const directory = emptyDirectory()
    const { json, run } = commandsIn(directory)
    const made = await leadline(["keys", "create", "--name", "ci", "--data-dir", directory])
    assert.strictEqual(made.code, 0)
    assert.match(made.out, /^ll_live_[0-9A-Za-z]{48}\n$/)
    assert.include(made.error, "named ci, without expiry")
    assert.include(made.error, "shown only once")
    assert.notInclude(made.error, made.out.trim())
    const { created_at, expires_at, key } = await json<
      Record<"created_at" | "expires_at", number> & { readonly key: string }
    >("keys create --expires 90m")
    assert.isAtMost(expires_at - created_at, 90 * 60_000)
    const list = await run("keys list")
    assert.match(list.out, /^ID +NAME +GROUP +STATE .* POLICY +MADE BY\n.*ci/)
    for (const secret of [made.out.trim(), key]) assert.notInclude(list.out, secret.slice(18, 50))

    const refused = await run(`keys revoke ${key}`)
    assert.deepEqual([refused.code, refused.out], [2, ""])
    assert.include(refused.error, key.slice(8, 18))
    assert.notInclude(refused.error, key.slice(18))
  })

  it("index reads what has changed", async () => {
    const directory = emptyDirectory()
    writeFileSync(join(directory, "a.md"), "# Page\n\nSome words.")
    const { json, succeed } = commandsIn(directory)
    assert.include(await json<object>(`index ${directory}`), { files: 1, read: 1, kept: 0 })
    assert.match((await succeed(`index ${directory}`)).out, /^Indexed 1 files of .*: 0 read, 1 unchanged, /)
  })

  it("audit verify exits with 1 and names a changed row", async () => {
    const directory = emptyDirectory()
    const { json, run, succeed } = commandsIn(directory)
    for (const name of ["a", "b"]) await succeed(`keys create -q --name ${name}`)
    const whole = await json<{ events: number; head: string; problem: unknown }>("audit verify")
    assert.deepEqual([whole.events, whole.problem], [2, null])
    await succeed(`audit verify --head ${whole.head}`)
    const database = new DatabaseSync(`${directory}/leadline.sqlite`)
    database.exec("UPDATE audit_event SET object_id = 'x' WHERE seq = 1")
    database.close()
    const error = "leadline: The audit log is not intact: row 1 was changed\n"
    assert.deepInclude(await run("audit verify"), { code: 1, error })
  })
})

it("groups are created, set, listed, disabled and enabled, and have keys with rights", async () => {
  const { json, run, succeed } = commandsIn(emptyDirectory())
  const rights = "--rights chat,skills.list --may-make-keys --allow-address 10.0.0.0/8,::1"
  const { id } = await json<{ readonly id: string }>(`keys create --group acme --new-group ${rights}`)
  const [key] = await json<ReadonlyArray<object>>("keys list")
  const networks = ["10.0.0.0/8", "::1"]
  assert.deepInclude(key, { id, rights: ["chat", "skills.list"], may_make_keys: true, networks })
  await succeed("groups set acme --budget-usd 12.5 --skills 3")
  const { error } = await succeed("groups set acme --skills default")
  assert.strictEqual(error, "Group acme is set: budget-usd 12.5. All else is the default.\n")
  await succeed("groups disable acme")
  assert.deepInclude((await json<ReadonlyArray<object>>("groups list"))[0], { id: "acme", state: "disabled" })
  await succeed("groups enable acme")
  assert.strictEqual((await succeed("async cancel -g acme")).error, "Async chats cancelled: 0.\n")
  assert.match((await run("async cancel nope")).error, /There is no async chat nope\./)
  assert.match((await run("keys create --group nope")).error, /Create it with --new-group, or with /)
  const revoked = { keys: [{ id, changed: true }], active: 0 }
  assert.deepEqual(await json(`keys revoke --group acme --made-by ${id}`), revoked)
})

it("groups are deleted for good with --yes, with their keys", async () => {
  const { json, run, succeed } = commandsIn(emptyDirectory())
  await succeed("keys create -q --group acme --new-group")
  const unsure = "leadline: Expected --yes: it would delete group acme for good\n"
  assert.deepEqual(await run("groups delete acme"), { code: 2, out: "", error: unsure })
  const { error } = await succeed("groups delete acme --yes")
  assert.match(error, /^Group acme is deleted\. Keys revoked: 1\. Skills deleted: 0\. /)
  assert.lengthOf(await json<ReadonlyArray<object>>("groups list"), 1)
  await succeed("audit verify")
})

const change = (directory: string, sql: string) => {
  const database = new DatabaseSync(join(directory, "leadline.sqlite"))
  database.exec(sql)
  database.close()
}

it("migrate --check fails for tables that are not current, and changes nothing", async () => {
  const directory = emptyDirectory()
  const { json, run, succeed } = commandsIn(directory)
  await succeed("keys create")
  assert.match((await succeed("migrate --check")).out, /^The tables are current, of migration \d+\.\n$/)
  const { newest } = await json<{ readonly newest: number }>("migrate --check")

  change(directory, `INSERT INTO migration (migration_id, name) VALUES (${newest + 1}, 'later')`)
  const newer = await run("migrate --check")
  const known = `The tables are of migration ${newest + 1}, this version knows ${newest}: update the server`
  assert.deepStrictEqual([newer.code, newer.error], [3, `leadline: ${known}\n`])
  for (const command of ["migrate", "keys list", "keys create", "audit verify"])
    assert.match((await run(command)).error, /^leadline: The store was written by a newer version/)

  change(directory, "DROP TABLE migration")
  const older = await run("migrate --check")
  assert.strictEqual(older.code, 3)
  assert.match(older.error, /^leadline: The tables are of migration 0\. The next start.* adds 1_tables\n$/)
})

/** A data directory with a key, and an empty one with its pepper. */
const directories = async () => {
  const [directory, other] = [emptyDirectory(), emptyDirectory()]
  await leadline(["keys", "create", "--quiet"], { directory })
  copyFileSync(join(directory, "pepper"), join(other, "pepper"))
  const [from, to] = [join(directory, "leadline.sqlite"), join(other, "leadline.sqlite")]
  const copy = () =>
    leadline(["copy", "--to", `sqlite:${to}`], { env: { LEADLINE_COPY_FROM: `sqlite:${from}` } })
  return { copy, from, other, to }
}

it("a store is copied once; a file into which a copy is not finished is refused by commands and the server", async () => {
  const { copy, other } = await directories()
  assert.match((await copy()).error, /^The store is copied, and both databases agree\.$/m)
  assert.match((await copy()).error, /^The store is already copied: nothing was written/m)
  const { run, succeed } = commandsIn(other)
  await succeed("audit verify")
  // As a copy that was interrupted leaves it.
  change(other, "CREATE TABLE unfinished_copy (source TEXT NOT NULL)")
  const unfinished =
    "A copy into this database is not finished: run leadline copy again, or begin with an empty"
  for (const command of ["keys list", "migrate", "migrate --check", `backup ${other}/backup.sqlite`])
    assert.include((await run(command)).error, unfinished)
  assert.include(await refusalOf({ LEADLINE_DATA_DIR: other }), unfinished)
})

it.each(["from", "to"] as const)("a file that another process uses is refused, as --%s", async (side) => {
  const { copy, ...files } = await directories()
  const used = new DatabaseSync(files[side])
  used.exec("PRAGMA journal_mode = WAL")
  used.prepare("SELECT COUNT(*) FROM sqlite_master").get()
  const { code, error } = await copy()
  assert.strictEqual(code, 1)
  assert.match(error, /^leadline: The database \/.* is in use: stop the server, or wait /)
  assert.include(error, files[side])
  used.close()
  assert.strictEqual((await copy()).code, 0)
})
