// The command line: output, error messages and exit codes.
import { document } from "@leadline/core/openapi"
import { mkdirSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "vitest"
import { commandsIn, leadline } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

describe("the command line", () => {
  it("prints help and version on standard output", async () => {
    const { code, error, out } = await leadline(["serve", "--help"])
    assert.deepEqual([code, error], [0, ""])
    for (const word of ["--port", "[PORT]", "--data-dir", "[LEADLINE_DATA_DIR]", "Secrets have no flags"])
      assert.include(out, word)
    assert.include((await leadline(["copy", "--help"])).out, "LEADLINE_COPY_FROM")
    assert.strictEqual((await leadline(["--version"])).out, `${document().info.version}\n`)
  })

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
    ["keys create", /^leadline: LEADLINE_DATA_DIR: the directory \/does\/not\/exist does not exist\n$/],
    ["keys create --data-dir /none", /^leadline: --data-dir: the directory \/none does not exist\n$/],
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
    const { created_at, expires_at, key } = await json<{
      readonly key: string
      readonly created_at: number
      readonly expires_at: number
    }>("keys create --expires 90m")
    assert.isAtMost(expires_at - created_at, 90 * 60_000)
    const list = await run("keys list")
    assert.match(list.out, /^ID +NAME +GROUP +STATE .* POLICY +MADE BY\n.*ci/)
    for (const secret of [made.out.trim(), key]) assert.notInclude(list.out, secret.slice(18, 50))

    const refused = await run(`keys revoke ${key}`)
    assert.deepEqual([refused.code, refused.out], [2, ""])
    assert.include(refused.error, key.slice(8, 18))
    assert.notInclude(refused.error, key.slice(18))
  })

  it("index prints how many files were read, unchanged, skipped and of other kinds", async () => {
    const directory = emptyDirectory()
    const pages = `${directory}/pages`
    const { json, run } = commandsIn(directory)
    mkdirSync(pages)
    for (const name of ["a.md", "b.txt", "c.bin"]) writeFileSync(`${pages}/${name}`, "# Page\n\nSome words.")
    assert.include(await json<object>(`index ${pages}`), { files: 2, read: 2, kept: 0, otherKinds: 1 })
    writeFileSync(`${pages}/a.md`, "# Page\n\nOther words.")
    assert.match(
      (await run(`index ${pages}`)).out,
      /^Indexed 2 files of .*pages in .*: 1 read, 1 unchanged, 0 removed, 0 skipped, 1 of other kinds\.\n$/
    )
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
