// Writes the exports and declarations of each public package to docs/api, so that no change of them goes unnoticed.
// The declarations are those that `tsc -b` has written.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "oxc-parser"
import { root, settle } from "./generated.ts"
import { declarations } from "./reference/declarations.ts"
import { packages } from "./reference/packages.ts"

const byName = (text: string) => text.replace("type ", "")

/** The exported names of one source file, as `type X` where only a type is exported. */
const names = (file: string): ReadonlyArray<string> => {
  const { errors, module } = parseSync(file, readFileSync(join(root, file), "utf8"))
  if (errors.length > 0) throw new Error(`${file}: ${errors.map((error) => error.message).join(", ")}`)
  const found = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName, importName, isType }) => {
      if (exportName.name === null || importName.kind.startsWith("All")) {
        throw new Error(`${file}: exports are listed one by one, without "*" and "default"`)
      }
      return isType ? `type ${exportName.name}` : exportName.name
    })
  )
  return [...new Set(found)].toSorted((a, b) => (byName(a) < byName(b) ? -1 : 1))
}

const all = packages()
for (const each of all) {
  const sections = each.subpaths.map(
    ({ source, specifier }) => `## ${specifier}\n\n\`\`\`\n${names(source).join("\n")}\n\`\`\``
  )
  const head = [`# Exports of ${each.name}`, "Written by `npm run generate:exports`. Do not edit."]
  settle(`docs/api/${each.short}.md`, `${[...head, ...sections].join("\n\n")}\n`, "generate:exports")
  settle(`docs/api/declarations/${each.short}.md`, declarations(each), "generate:exports")
}

const wanted = new Set(all.map(({ short }) => `${short}.md`))
for (const folder of ["docs/api", "docs/api/declarations"]) {
  for (const file of existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []) {
    if (!file.endsWith(".md") || wanted.has(file) || file === "README.md") continue
    console.error(`${folder}/${file} belongs to no public package. Delete it.`)
    process.exitCode = 1
  }
}
