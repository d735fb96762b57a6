// The programs do what they say, against the real server with its defaults.
import type { Client } from "@leadline/core/client"
import { tags } from "@leadline/core/errors"
import { programArguments, serverProgram } from "@leadline/lab/program"
import { createClient } from "@leadline/transport-node"
import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, it } from "vitest"
import { root } from "../documents/list.ts"
import { folder, formsOf, runProgram, type RunOptions, useService } from "./runProgram.ts"

const page = (title: string, date: string, text: string) =>
  `---\ntitle: ${title}\ndate: ${date}\n---\n\n${text}\n`

const given = useService({
  "keys.md": page(
    "Keys",
    "2023-04-05",
    "An API key is revoked with the command keys revoke. It stops at once."
  ),
  "tides.md": page("Tides", "2025-06-07", "High water comes twice a day. Revoke nothing for it."),
  "names.md": page("Names of keys", "2025-02-03", "The name of an API key says who uses the key.")
})
const { temporary } = given
let client: Client
beforeAll(() => {
  client = createClient({ apiKey: given.service.apiKey, baseUrl: given.service.baseUrl })
  return () => client.close()
})

/** The output of a program that must succeed. */
const outputOf = async (name: string, options: RunOptions = {}): Promise<string> => {
  const env = { ...given.env, ...options.env }
  const { code, errors, output } = await runProgram(name, { ...options, env })
  assert.deepStrictEqual({ code, errors }, { code: 0, errors: "" })
  return output
}

const activeKeys = () => {
  const env = { PATH: process.env["PATH"], LEADLINE_DATA_DIR: given.service.dataDirectory }
  const words = [...programArguments(serverProgram), "keys", "list", "--active", "--json"]
  const out = execFileSync(process.execPath, words, { env, encoding: "utf8" })
  return (JSON.parse(out) as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name)
}

const isAccepted = async (key: string): Promise<boolean> => {
  const headers = { authorization: `Bearer ${key}` }
  return (await fetch(`${given.service.baseUrl}/v1/skills`, { headers })).status === 200
}

it("every program stands in the lists of programs", () => {
  const listed = readFileSync(join(root, "apps/examples/README.md"), "utf8")
  const readme = readFileSync(join(root, "README.md"), "utf8")
  for (const name of readdirSync(join(folder, "promises"))) {
    for (const form of formsOf(name)) assert.include(listed, `(src/programs/${form}/${name})`)
    assert.include(readme, `(apps/examples/src/programs/promises/${name})`)
  }
})

it("terminal-chat prints answers with sources and keeps the conversation", async () => {
  const alone = await outputOf("promises/terminal-chat", { input: "And then?\n" })
  assert.strictEqual(alone, "> No page was found for this question.\n")
  const output = await outputOf("promises/terminal-chat", { input: "How is a key revoked?\n\nAnd then?\n" })
  assert.strictEqual(output.match(/keys revoke/g)?.length, 2)
  assert.strictEqual(output.match(/^\[1\] https:\/\/\S+keys\.md$/gm)?.length, 2)
})

it("rag answers from the passage of the right document", async () => {
  const output = await outputOf("promises/rag")
  assert.match(output, /^0\.\d\d \[1\] Hotel Alpenblick: Breakfast is served from six/m)
  assert.strictEqual(output.match(/^-?\d\.\d\d \[\d\]/gm)?.length, 3)
})

it("search-pages lists each page under its year", async () => {
  const output = await outputOf("promises/search-pages", { args: ["API key", "2023", "2025"] })
  const [newest = "", middle = "", oldest = ""] = output.split(/^(?=202)/m)
  assert.match(newest, /^2025: [12] pages\n/)
  assert.include(newest, "2025-02-03 Names of keys")
  assert.strictEqual(middle, "2024: 0 pages\n")
  assert.match(oldest, /^2023: 1 pages\n {2}2023-04-05 Keys\n/)
  assert.match(output, /[23] pages in all\n$/)
})

it("skill-conflicts keeps the changes of both editors", async () => {
  const output = await outputOf("promises/skill-conflicts")
  assert.strictEqual(output.match(/^conflict: rev_/gm)?.length, 1)
  assert.match(output, /^Reads tide tables\. (Warns of floods\. Knows the moon|Knows the moon\. Warns.*)\.$/m)
  assert.strictEqual(output.match(/^rev_\S+ of 20/gm)?.length, 3)
  assert.lengthOf((await client.skills.list()).skills, 0)
})

it.each(formsOf("every-error"))("%s/every-error provokes every class once", async (api) => {
  const output = await outputOf(`${api}/every-error`)
  const provoked = Array.from(output.matchAll(/^(\w+): /gm), ([, tag]) => tag)
  assert.sameMembers(provoked, [...tags])
  assert.notInclude(output, "no error")
  assert.include(output, "fix max_results\n")
})

it("key-rotation stores a new key, and revokes the old one alone", async () => {
  const file = join(temporary, "key")
  const { auth_token: old } = await client.apiKeys.generate({ token_name: "old" })
  writeFileSync(file, `${old}\n`)
  const output = await outputOf("promises/key-rotation", { env: { KEY_FILE: file } })
  const next = readFileSync(file, "utf8")
  assert.notInclude(output, next)
  assert.match(output, /^the old key is revoked$/m)
  assert.strictEqual(statSync(file).mode & 0o777, 0o600)
  assert.isFalse(await isAccepted(old))
  assert.isTrue(await isAccepted(next))
})

it("key-rotation that cannot store the new key revokes it", async () => {
  const file = join(temporary, "stuck.key")
  const { auth_token: old } = await client.apiKeys.generate({ token_name: "stuck" })
  writeFileSync(file, old)
  mkdirSync(`${file}.next`)
  const before = activeKeys()
  const { code } = await runProgram("promises/key-rotation", { env: { ...given.env, KEY_FILE: file } })
  assert.strictEqual(code, 1)
  assert.deepStrictEqual(activeKeys(), before)
  assert.strictEqual(readFileSync(file, "utf8"), old)
  assert.isTrue(await isAccepted(old))
})

it.each(formsOf("own-tests"))("%s/own-tests record once, then need no service", async (api) => {
  const file = join(temporary, `${api}.recording.json`)
  const run = { flags: ["--test"], env: { RECORDING: file } }
  assert.match(await outputOf(`${api}/own-tests`, run), /^. fail 0$/m)
  const recording = readFileSync(file, "utf8")
  assert.notInclude(recording, given.service.apiKey)
  const offline = await runProgram(`${api}/own-tests`, run)
  assert.strictEqual(offline.code, 0, offline.output)
  writeFileSync(file, recording.replace(/"(state|query)": "/, '"$1": "not '))
  const drifted = await runProgram(`${api}/own-tests`, run)
  assert.match(drifted.output, /^. fail 1$/m)
})

it.each(formsOf("triage-in-bulk"))("%s/triage-in-bulk sorts each line, and reports failures", async (api) => {
  // More than a model reads.
  const tooLong = "word ".repeat(300_000)
  const input = `I was charged twice. Refund me.\n${tooLong}\nThe export fails with an error.\n`
  const { env } = given
  const { code, errors, output } = await runProgram(`${api}/triage-in-bulk`, { env, input })
  const [first, third] = output
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line))
  assert.deepInclude(first, { line: 1, ticket: "I was charged twice. Refund me.", to: "billing" })
  assert.deepInclude(third, { line: 3, ticket: "The export fails with an error." })
  assert.match(errors, /^line 2: [^\n]+\n$/)
  assert.strictEqual(code, 1)
})

it.each(formsOf("tool-loop"))(
  "%s/tool-loop calls the function, and answers from what it returns",
  async (api) => {
    const [call, ...answer] = (await outputOf(`${api}/tool-loop`)).split("\n")
    const order = '{"number":"4711","item":"a tide clock","status":"on its way"}'
    assert.strictEqual(call, `order_status({"number":"4711"}) = ${order}`)
    assert.match(answer.join("\n"), /on its way[^]*^2 requests, \d+ tokens$/m)
  }
)

it("structured-output reads an order", async () => {
  assert.match(await outputOf("promises/structured-output"), /^3 of table, express\n\d+ tokens\n$/)
  const args = ["Product: lamp\nQuantity: 12\nExpress: no"]
  assert.match(await outputOf("promises/structured-output", { args }), /^12 of \w+\n/)
})

it("async-job does a job of one name once", async () => {
  const args = ["weekly-report", "How is an API key revoked?"]
  const first = await outputOf("promises/async-job", { args })
  const [, id] = /^(\S+): CREATED$/m.exec(first) ?? []
  assert.isDefined(id)
  assert.match(first, new RegExp(`${id}: COMPLETED\\n[^]*keys revoke`))
  const again = await outputOf("promises/async-job", { args })
  assert.strictEqual(again, first.slice(first.indexOf(`${id}: COMPLETED`)))
  const otherArgs = ["weekly-report", "What is a tide?"]
  const other = await runProgram("promises/async-job", { args: otherArgs, env: given.env })
  assert.strictEqual(other.code, 1)
  assert.match(other.errors, /^ConflictError: /)
})
