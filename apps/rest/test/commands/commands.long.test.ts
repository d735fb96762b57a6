// The command line: output, error messages and exit codes.
import { document } from "@leadline/core/openapi"
import { mkdirSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "vitest"
import { commandsIn, leadline } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const keyForm = /^ll_live_[0-9A-Za-z]{48}\n$/

describe("the command line", () => {
  it.each([
    [
      ["serve", "--help"],
      ["--port", "[PORT]", "--data-dir", "[LEADLINE_DATA_DIR]", "Secrets have no flags"]
    ],
    [
      ["keys", "create", "--help"],
      ["--expires", "--quiet", "leadline keys create --name ci"]
    ],
    [
      ["copy", "--help"],
      ["LEADLINE_COPY_FROM", "LEADLINE_DATABASE_URL"]
    ]
  ] as const)("%j prints help on standard output", async (args, words) => {
    const { code, error, out } = await leadline(args)
    assert.deepEqual([code, error], [0, ""])
    for (const word of words) assert.include(out, word)
  })

  it("prints the version of the OpenAPI document", async () => {
    const { code, out } = await leadline(["--version"])
    assert.deepEqual([code, out], [0, `${document().info.version}\n`])
  })

  it.each([
    [["bogus"], /^leadline: Unknown subcommand "bogus"/],
    [["grops", "--help"], /^leadline: Unknown subcommand "grops"[^]*groups/],
    [["keys", "list", "--jsn"], /^leadline: Unrecognized flag: --jsn[^]*--json/],
    [["keys", "create", "--expires", "soon"], /^leadline: --expires: expected a time from now/],
    [
      ["batch", "q.yaml", "l.csv", "--out", "a.jsonl", "--max-cost", "free"],
      /--max-cost: "free"\. Expected: a number, such as 5\n/
    ],
    [["keys", "revoke", "-"], /^leadline: Expected a key on standard input/],
    [["keys"], /SUBCOMMANDS/]
  ] as const)("%j is a usage error: exit code 2, the reason on standard error", async (args, reason) => {
    const { code, error, out } = await leadline(args)
    assert.deepEqual([code, out], [2, ""])
    assert.match(error, reason)
  })

  it.each([
    [
      ["keys", "list"],
      /^leadline: There is no store in \/.*: start the server or run leadline keys create first, or set LEADLINE_DATA_DIR to its directory\n$/
    ],
    [
      ["index", "/does/not/exist", "--data-dir", emptyDirectory()],
      /^leadline: The folder \/does\/not\/exist does not exist\n$/
    ],
    [
      ["keys", "create", "--data-dir", "/does/not/exist"],
      /^leadline: --data-dir: the directory .* does not exist/
    ],
    [["keys", "create"], /^leadline: LEADLINE_DATA_DIR: the directory \/does\/not\/exist does not exist\n$/]
  ] as const)("%j fails: exit code 1, one line on standard error", async (args, line) => {
    const { code, error, out } = await leadline(args)
    assert.deepEqual([code, out], [1, ""])
    assert.match(error, line)
  })

  it("a flag wins over its variable", async () => {
    const directory = emptyDirectory()
    const made = await leadline(["keys", "create", "-q", "--data-dir", directory], {
      env: { LEADLINE_DATA_DIR: "/does/not/exist" }
    })
    assert.deepEqual([made.code, made.error], [0, ""])
    assert.match(made.out, keyForm)
    const listed = await leadline(["keys", "list", "--json"], { env: { LEADLINE_DATA_DIR: directory } })
    assert.lengthOf(JSON.parse(listed.out), 1)
  })

  it("a key is printed alone on standard output, messages on standard error", async () => {
    const { json, run } = commandsIn(emptyDirectory())
    const made = await run("keys create --name ci")
    assert.strictEqual(made.code, 0)
    assert.match(made.out, keyForm)
    assert.include(made.error, "named ci, without expiry")
    assert.include(made.error, "shown only once")
    assert.notInclude(made.error, made.out.trim())
    const { created_at, expires_at, key } = await json<{
      readonly key: string
      readonly created_at: number
      readonly expires_at: number
    }>("keys create --expires 90m")
    assert.match(`${key}\n`, keyForm)
    assert.isAtMost(expires_at - created_at, 90 * 60_000)
    const list = await run("keys list")
    assert.match(
      list.out,
      /^ID +NAME +GROUP +STATE +CREATED +EXPIRES +REVOKED +LAST USED +RIGHTS +MAKES KEYS +ADDRESSES +POLICY +MADE BY\n/
    )
    assert.include(list.out, "ci")
    for (const secret of [made.out.trim(), key]) assert.notInclude(list.out, secret.slice(18, 50))
  })

  it("a key as an argument is refused by its id, without showing it", async () => {
    const { run } = commandsIn(emptyDirectory())
    const key = (await run("keys create -q")).out.trim()
    const { code, error, out } = await run(`keys revoke ${key}`)
    assert.deepEqual([code, out], [2, ""])
    assert.include(error, key.slice(8, 18))
    assert.notInclude(error, key.slice(18))
  })

  it("index prints how many files were read, unchanged, skipped and of other kinds", async () => {
    const directory = emptyDirectory()
    const pages = `${directory}/pages`
    const { json, run } = commandsIn(directory)
    mkdirSync(pages)
    for (const name of ["a.md", "b.txt", "c.bin"]) writeFileSync(`${pages}/${name}`, "# Page\n\nSome words.")
    const first = { files: 2, read: 2, kept: 0, removed: 0, leftOut: 0, otherKinds: 1 }
    assert.include(await json<object>(`index ${pages}`), first)
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
    const { code, error } = await run("audit verify")
    assert.strictEqual(code, 1)
    assert.strictEqual(error, "leadline: The audit log is not intact: row 1 was changed\n")
  })
})
