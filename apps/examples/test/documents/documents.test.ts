// Every block of the documentation is checked and run, or says why not; every link leads somewhere.
import { assert, describe, it } from "vitest"
import { examine, told } from "./examine.ts"
import { documents } from "./list.ts"
import { read } from "./markdown.ts"

it("every block of every document is checked and run, or marked why not", async () => {
  const { judged, problems } = await examine(documents(), "documents")
  assert.deepEqual(problems.map(told), [])
  assert.isAbove(judged.filter(({ how }) => how === "run").length, 40)
}, 600_000)

const fences = (...blocks: ReadonlyArray<readonly [string, string, string?]>) =>
  blocks
    .map(([language, code, mark]) => `${mark ?? "Text."}\n\`\`\`${language}\n${code}\n\`\`\`\n`)
    .join("\n")

describe("what is wrong in a document", () => {
  const modules = read(
    "docs/modules.md",
    fences(
      ["ts", "const wrong: string = 1"],
      ["ts", 'throw new Error("a block fails")'],
      ["ts", 'await fetch("https://elsewhere.example/")'],
      ["ts", "void Promise.reject(new Error('nobody waits'))"],
      ["ts", "const one = 1"],
      ["ts", "if (one !== 1) throw new Error()", "<!-- continues -->"],
      ["ts", "export const two = 2", "<!-- file: two.ts -->"],
      ["ts", 'import { two } from "./two.ts"\nif (two !== 2) throw new Error()'],
      ["ts", "throw new Error('not now')", "<!-- not run: throws -->"],
      ["ts", "const alsoWrong: string = 2", "<!-- not run: only to see types -->"],
      ["ts", "this is no module", "<!-- not checked: prose -->"],
      ["ts", "await client.decisions.create(request)"],
      ["ts", "process.exit(3)"],
      ["js", "export const fine = 1"]
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
      ["text", "a reason", "<!-- not checked: output -->"]
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
      "[j]: server.md#not-there"
    ].join("\n")
  )

  it("is found, and nothing else", async () => {
    const { problems } = await examine([modules, others, links], "documents-wrong")
    const found = problems.map((each) => told(each).replace("docs/", "").slice(0, 64)).toSorted()
    assert.deepEqual(found, [])
  }, 600_000)
})
