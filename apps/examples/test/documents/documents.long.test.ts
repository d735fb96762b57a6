// Every block of the documentation is checked and run, or says why not; every link leads somewhere.
import { assert, it } from "vitest"
import { examine, describeProblem } from "./examine.ts"
import { documents } from "./list.ts"
import { read } from "./markdown.ts"

it("every block of every document is checked and run, or marked why not", async () => {
  const { judged, problems } = await examine(documents(), "documents")
  assert.deepEqual(problems.map(describeProblem), [])
  assert.isAbove(judged.filter(({ how }) => how === "run").length, 40)
}, 600_000)

const fences = (...blocks: ReadonlyArray<readonly [string, string, string?]>) =>
  blocks
    .map(([language, code, mark]) => `${mark ?? "Text."}\n\`\`\`${language}\n${code}\n\`\`\`\n`)
    .join("\n")

it("what is wrong in a document is found, and nothing else", async () => {
  const wrong = read(
    "docs/wrong.md",
    fences(
      ["ts", "const wrong: string = 1"],
      ["ts", 'throw new Error("a block fails")'],
      ["ts", "throw new Error('not now')", "<!-- not run: throws -->"],
      ["ts", "console.log(1 + 1) // 3"],
      ["sh", "leadline keys list --unknown"],
      ["sh", "docker run nothing", "<!-- not run: needs Docker -->"],
      ["sh", "curl http://127.0.0.1:8080/v1/nowhere"],
      ["json", "{,}"],
      ["text", "no mark"]
    )
  )
  const links = read(
    "docs/links.md",
    "[a](nowhere.md) [b](../docs) [c](#not-here)\n`npm run lost`, `LEADLINE_LOST=1`"
  )
  const expected = [
    "links.md:1: the link nowhere.md is no file here",
    "links.md:1: the link #not-here names no heading of docs/links.md",
    'links.md:2: no script "lost" in package.json',
    "links.md:2: nothing reads LEADLINE_LOST",
    "wrong.md:3: TS2322: Type 'number' is not assignable to type 'string'.",
    "wrong.md:8: Error: a block fails",
    "wrong.md:18: prints 2, and says it prints 3",
    "wrong.md:23: exit code 2: leadline: Unrecognized flag: --unknown",
    "wrong.md:33: exit code 1: the answer is 404, not 2xx",
    "wrong.md:38: SyntaxError: ",
    'wrong.md:43: nothing here can judge text: mark it "not checked", with a reason'
  ]
  const { problems } = await examine([wrong, links], "documents-wrong")
  const found = problems.map((each) => describeProblem(each).replace("docs/", ""))
  const unexpected = found.filter((each) => !expected.some((start) => each.startsWith(start)))
  const unfound = expected.filter((start) => !found.some((each) => each.startsWith(start)))
  assert.deepEqual({ unexpected, unfound }, { unexpected: [], unfound: [] })
}, 600_000)
