// A guide that shows a file of this repository shows it as it is.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"

const root = join(import.meta.dirname, "../../..")
const blocks = /<!-- not run: it is (?<file>[^\s,]+)[^>]*-->\n+```ts\n(?<code>[^]*?)^```$/gm

const shown = globSync("docs/**/*.md", { cwd: root }).flatMap((guide) =>
  Array.from(readFileSync(join(root, guide), "utf8").matchAll(blocks), ({ groups }) => ({
    guide,
    file: groups?.["file"] ?? "",
    code: groups?.["code"] ?? ""
  }))
)

it.each(shown)("$guide shows $file as it is", ({ code, file }) => {
  assert.strictEqual(code, readFileSync(join(root, file), "utf8"))
})
