// Lists what each public package exports, per subpath, in docs/api: a surface that cannot change unseen.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { parseSync } from "oxc-parser"
import { root, settle } from "./generated.ts"

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports: Record<string, null | string | Record<string, string>>
}

const byName = (text: string) => text.replace("type ", "")

/** The exported names of one source file, `type X` where only the type leaves it. */
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

const wanted = new Set<string>()
for (const path of globSync("packages/*/package.json", { cwd: root }).toSorted()) {
  const dir = path.slice(0, -"/package.json".length)
  const manifest: Manifest = JSON.parse(readFileSync(join(root, path), "utf8"))
  if (manifest.private === true) continue
  const sections = Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    const source = target === null || typeof target === "string" ? undefined : target["@leadline/source"]
    if (source === undefined) return []
    if (!existsSync(join(root, dir, source))) {
      console.error(`${path} exports ${subpath} from ${source}, which does not exist.`)
      process.exitCode = 1
      return []
    }
    return [`## ${join(manifest.name, subpath)}`, ["```", ...names(join(dir, source)), "```"].join("\n")]
  })
  const head = [`# Exports of ${manifest.name}`, "Written by `npm run surface`. Do not edit."]
  settle(`docs/api/${basename(dir)}.md`, `${[...head, ...sections].join("\n\n")}\n`, "surface")
  wanted.add(`${basename(dir)}.md`)
}

const folder = join(root, "docs/api")
for (const file of existsSync(folder) ? readdirSync(folder) : []) {
  if (wanted.has(file)) continue
  console.error(`docs/api/${file} belongs to no public package. Delete it.`)
  process.exitCode = 1
}
