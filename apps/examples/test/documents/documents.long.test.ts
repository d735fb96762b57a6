// Every block of the documentation is checked and run, or says why not; every link leads somewhere.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { examine, describeProblem } from "./examine.ts"
import { documents } from "./list.ts"
import { read } from "./markdown.ts"
import { openModules } from "./modules.ts"
import { placeOf } from "./place.ts"

it("every block of every document is checked and run, or marked why not", async () => {
  const { judged, problems } = await examine(documents(), "documents")
  assert.deepEqual(problems.map(describeProblem), [])
  assert.isAbove(judged.filter(({ how }) => how === "run").length, 40)
}, 600_000)

const fences = (...blocks: ReadonlyArray<readonly [string, string, string?]>) =>
  blocks
    .map(([language, code, mark]) => `${mark ?? "Text."}\n\`\`\`${language}\n${code}\n\`\`\`\n`)
    .join("\n")

describe("what is wrong in a document", () => {
  const programs = read(
    "docs/modules.md",
    fences(
      ["ts", "const wrong: string = 1"],
      ["ts", 'throw new Error("a block fails")'],
      ["ts", 'await fetch("https://elsewhere.example/")'],
      ["ts", "void Promise.reject(new Error('not awaited'))"],
      ["ts", "const one = 1"],
      ["ts", "if (one !== 1) throw new Error()", "<!-- continues -->"],
      ["ts", "export const two = 2", "<!-- file: two.ts -->"],
      ["ts", 'import { two } from "./two.ts"\nif (two !== 2) throw new Error()'],
      ["ts", "throw new Error('not now')", "<!-- not run: throws -->"],
      ["ts", "const alsoWrong: string = 2", "<!-- not run: only to see types -->"],
      ["ts", "this is no module", "<!-- not checked: prose -->"],
      ["ts", "await client.decisions.create(request)"],
      ["ts", "process.exit(3)"],
      ["js", "export const fine = 1"],
      ["ts", "console.log(1 + 1) // 3"],
      [
        "ts",
        "console.log(1 + 1) // 2: it is\nconsole.log(1 / 3) // 0.33…\nconsole.log(2) // 0 to 2, as one sees"
      ]
    )
  )
  const others = read(
    "docs/others.md",
    fences(
      ["sh", "npm run nothing"],
      ["sh", "leadline keys lost"],
      ["sh", "leadline keys list --unknown"],
      ["sh", "node tools/nowhere.mjs"],
      ["sh", "npm install @leadline/nothing"],
      ["sh", "docker run nothing"],
      ["sh", "docker run nothing", "<!-- not run: needs Docker -->"],
      ["sh", "if true", "<!-- not run: only read -->"],
      ["sh", "curl http://127.0.0.1:8080/v1/nowhere"],
      ["sh", "curl http://127.0.0.1:8080/v1/skills # 401: no key"],
      ["sh", 'curl http://127.0.0.1:8080/v1/skills -H "Authorization: Bearer your-key"'],
      ["json", "{,}"],
      ["yaml", "a: [1"],
      ["", "no language"],
      ["text", "no mark"],
      ["text", "no reason", "<!-- not checked -->"],
      ["text", "a reason", "<!-- not checked: output -->"],
      ["json", '{"data":[{"id":"sonar","lost":1}]}', "<!-- answer: GET /v1/models -->"],
      ["json", '{"checks":{"store":"ok"}}', "<!-- answer: GET /-/ready -->"],
      ["ts", "not its text", "<!-- from: apps/examples/src/promises/models-list.ts -->"]
    )
  )
  const links = read(
    "docs/links.md",
    [
      "# Twice",
      "# Twice",
      "# What `it` is, *here*",
      "[a](../README.md) [b](nowhere.md) [c](#twice) [d](#what-it-is-here) [e](#not-here)",
      "[f](../docs) ![g](nowhere.png) [h](https://leadline.example) `[i](nowhere.md)`",
      "[j]: server.md#not-there",
      "`npm run lost`, `npm run lint`, `tools/lost.mjs`, `packages/core`, `LEADLINE_LOST=1`, `LEADLINE_API_KEY`"
    ].join("\n")
  )

  const expected = [
    "links.md:4: the link nowhere.md is no file here",
    "links.md:4: the link #twice names a heading that docs/links.md has twice",
    "links.md:4: the link #not-here names no heading of docs/links.md",
    "links.md:5: the link nowhere.png is no file here",
    "links.md:6: the link server.md#not-there names no heading of docs/server.md",
    'links.md:7: no script "lost" in package.json',
    "links.md:7: no file or folder tools/lost.mjs",
    "links.md:7: nothing reads LEADLINE_LOST",
    "modules.md:3: TS2322: Type 'number' is not assignable to type 'string'.",
    "modules.md:49: TS2322: Type 'number' is not assignable to type 'string'.",
    "modules.md:8: Error: a block fails",
    "modules.md:13: [TypeError: fetch failed]",
    "modules.md:18: Error: not awaited",
    "modules.md:64: ended the process with 3",
    "modules.md:74: prints 2, and says it prints 3",
    'others.md:3: exit code 1: no script "nothing" in package.json',
    "others.md:8: exit code 2: ",
    "others.md:13: exit code 2: leadline: Unrecognized flag: --unknown",
    "others.md:18: exit code 1: no file tools/nowhere.mjs",
    "others.md:23: exit code 1: no package @leadline/nothing here",
    "others.md:28: exit code 127: ",
    "others.md:38: exit code 2: ",
    "others.md:43: exit code 1: the answer is 404, not 2xx",
    "others.md:58: SyntaxError: ",
    "others.md:63: SyntaxError: ",
    "others.md:68: the fence names no language",
    'others.md:73: nothing here can judge text: mark it "not checked", with a reason',
    "others.md:88: the answer.data[].lost is not there",
    "others.md:98: is not the same as apps/examples/src/promises/models-list.ts",
    'others.md:78: the mark "not checked" says nothing more'
  ]

  it("is found, and nothing else", async () => {
    const { problems } = await examine([programs, others, links], "documents-wrong")
    const found = problems.map((each) => describeProblem(each).replace("docs/", ""))
    const unexpected = found.filter((each) => !expected.some((start) => each.startsWith(start)))
    const unfound = expected.filter((start) => !found.some((each) => each.startsWith(start)))
    assert.deepEqual({ unexpected, unfound }, { unexpected: [], unfound: [] })
  }, 600_000)

  it("is that a block does not end", async () => {
    const folder = placeOf("documents-endless")
    mkdirSync(folder, { recursive: true })
    const files = { fine: "export {}\n", endless: "await new Promise(() => {})\nexport {}\n" }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.js`), text)
    const service = { LEADLINE_API_KEY: "not-used-for-a-call", LEADLINE_BASE_URL: "http://127.0.0.1:9" }
    const modules = openModules({ ...process.env, ...service })
    assert.isUndefined(await modules.run(join(folder, "fine.js")))
    assert.strictEqual(await modules.run(join(folder, "endless.js"), 500), "did not end within 0.5 s")
    modules.end()
  }, 600_000)
})
