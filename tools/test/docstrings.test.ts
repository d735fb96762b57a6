// Docstrings are published with the declarations: they hold nothing of the interface document.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "oxc-parser"
import { assert, it } from "vitest"
import { isPublic, workspace } from "../../packages/lab/src/release/manifest.ts"
import { root } from "../generated.ts"

const marker = /\b(Assumed|Source):|§/

/** Where a docstring names the interface document, as `file:line`. */
const marked = (file: string, source: string): ReadonlyArray<string> =>
  parseSync(file, source).comments.flatMap(({ start, type, value }) =>
    type === "Block" && value.startsWith("*") && marker.test(value)
      ? [`${file}:${source.slice(0, start).split("\n").length}`]
      : []
  )

it("no docstring of a published package says Source, Assumed or §", () => {
  const published = workspace(root).filter((each) => each.dir !== "." && isPublic(each))
  const files = published.flatMap(({ dir }) => globSync(`${dir}/src/**/*.ts`, { cwd: root }))
  assert.isAbove(files.length, 100)
  const found = files.flatMap((file) => marked(file, readFileSync(join(root, file), "utf8")))
  assert.deepStrictEqual(found, [], "write them as // comments above the docstring")
})

it("a docstring with a marker is seen, a plain comment is not", () => {
  const source =
    "// Source: §1.\n/** Assumed: ours. */\nexport const a = 1\n/** In `§4`. */\nexport const b = 2\n"
  assert.deepStrictEqual(marked("a.ts", source), ["a.ts:2", "a.ts:4"])
})
