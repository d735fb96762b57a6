// Folders stay small enough to read as a list. Oxlint refuses long files and import cycles.
import { globSync } from "node:fs"
import { basename, dirname } from "node:path"
import { assert, it } from "vitest"
import { root } from "../generated.ts"

/** Source files directly in a folder: a flat list of resources or examples has up to 22. */
const limit = 22

it(`no folder has more than ${limit} source files`, () => {
  const files = globSync("{packages,apps,tools}/**/*.{ts,tsx,mts,mjs,js}", {
    cwd: root,
    exclude: (path) => /^(?:node_modules|dist|coverage|data|\..*)$/.test(basename(path))
  })
  assert.isAbove(files.length, 1000)
  const full = [...Map.groupBy(files, (file) => dirname(file))].filter(([, each]) => each.length > limit)
  assert.deepEqual(
    full.map(([folder]) => folder),
    []
  )
})
