// A guide that shows a file of the examples shows it as it is.
// Source: none; Assumed: ours.
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"

const examples = join(import.meta.dirname, "..")
const docs = join(examples, "../../docs")
const blocks = /<!-- file: (?<file>\S+) -->\n+```ts\n(?<code>[^]*?)^```$/gm

const shown = globSync("**/*.md", { cwd: docs })
  .flatMap((guide) =>
    Array.from(readFileSync(join(docs, guide), "utf8").matchAll(blocks), ({ groups }) => ({
      guide,
      file: groups?.["file"] ?? "",
      code: groups?.["code"] ?? ""
    }))
  )
  .filter(({ file }) => existsSync(join(examples, file)))

it("the example of testing is shown", () => {
  assert.sameMembers(
    shown.filter(({ guide }) => guide.includes("testing")).map(({ file }) => file),
    ["src/shared/triage.ts", "test/offline.test.ts"]
  )
})

it.each(shown)("$guide shows $file as it is", ({ code, file }) => {
  assert.strictEqual(code, readFileSync(join(examples, file), "utf8"))
})
