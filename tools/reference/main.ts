// Writes the API reference in docs/api from the docstrings, and refuses exports without one.
import { globSync } from "node:fs"
import { settle, root } from "../generated.ts"
import { modules } from "./model.ts"
import { packages } from "./packages.ts"
import { pages } from "./pages.ts"
import { open } from "./program.ts"

const program = open()
const all = modules(program, packages())
program.close()

for (const { exports, specifier } of all) {
  for (const { doc, file, name } of exports) {
    if (doc !== "") continue
    console.error(`${specifier} exports ${name}, which has no docstring: ${file}`)
    process.exitCode = 1
  }
}

const written = await pages(all)
for (const [path, text] of written) settle(path, text, "reference")
for (const path of globSync("docs/api/{README.md,*/*.md}", { cwd: root })) {
  if (written.has(path) || path.startsWith("docs/api/declarations/")) continue
  console.error(`${path} is the page of no subpath. Delete it.`)
  process.exitCode = 1
}
