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

/** Options and settings without a comment: their unit and default would be unknown. */
const untold = (code: string): ReadonlyArray<string> => {
  const lines = code.split("\n").map((line) => line.trim())
  return lines.flatMap((line, at) => {
    const name = /^readonly (\w+)\??:/.exec(line)?.[1]
    return name === undefined || lines[at - 1]?.endsWith("*/") === true ? [] : [name]
  })
}

const missing = all.flatMap(({ exports, specifier }) =>
  exports.flatMap(({ code, doc, file, name }) => [
    ...(doc === "" ? [`${specifier} exports ${name}, which has no docstring: ${file}`] : []),
    ...(/(Options|Settings)$/.test(name) ? untold(code) : []).map(
      (field) => `${specifier} exports ${name}, whose ${field} has no docstring: ${file}`
    )
  ])
)
for (const line of missing) {
  console.error(line)
  process.exitCode = 1
}

const written = await pages(all)
for (const [path, text] of written) settle(path, text, "generate:reference")
for (const path of globSync("docs/api/{README.md,*/*.md}", { cwd: root })) {
  if (written.has(path) || path.startsWith("docs/api/declarations/")) continue
  console.error(`${path} is the page of no subpath. Delete it.`)
  process.exitCode = 1
}
