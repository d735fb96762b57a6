// Writes the exported names of each public package to its exports.txt, so that no change of them goes unnoticed:
// `npm run generate:exports`. With --check: fails where a list is out of date.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "oxc-parser"
import { isProgram, isPublic, modules, workspace } from "../packages/lab/src/release/manifest.ts"
import { root, settle } from "./generated.ts"

const byName = (text: string) => text.replace("type ", "")

/** The exported names of a source file, as `type X` where only a type is exported. */
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

const libraries = workspace(root).filter(
  (each) => each.dir !== "." && isPublic(each) && !isProgram(each.manifest)
)
for (const { dir, manifest } of libraries) {
  const sections = modules(manifest).map(([subpath, { "@leadline/source": source = "" }]) =>
    [join(manifest.name, subpath), ...names(join(dir, source)).map((name) => `  ${name}`), ""].join("\n")
  )
  settle(`${dir}/exports.txt`, sections.join("\n"), "generate:exports")
}
