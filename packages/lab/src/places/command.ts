// The command `places`: the files that an addition touches, counted by what names the resources, operations and settings of today.
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { operations as everyOperation, resources as all } from "@leadline/core/resources"
import { command as define, texts, UsageError } from "../command.ts"
import { root } from "../program.ts"
import { markdownTable } from "../tables.ts"

interface Source {
  readonly path: string
  readonly text: string
}

const isGenerated = (path: string): boolean =>
  /(^|\/)(exports\.txt|CHANGELOG\.md|assumptions\.md)$/.test(path)

/** The files of the repository that people write. */
const readSources = (): ReadonlyArray<Source> =>
  execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs", "*.json", "*.md"], {
    cwd: root,
    encoding: "utf8"
  })
    .split("\n")
    .filter((path) => path !== "" && !isGenerated(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))

const inKebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const capitalized = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

/** The folder of a resource, which may be named anything in it. */
const folders: { readonly [resource: string]: string } = {
  asyncChat: "chat/async",
  contextualizedEmbeddings: "embeddings/contextualized"
}

const folderOf = (resource: string) => `resources/${folders[resource] ?? inKebab(resource)}/`

const resources = Object.keys(all)

/** A resource by import, by its service or layer, as a key, as a name in quotes, as a field of a client. */
const naming = (resource: string): RegExp => {
  const service = capitalized(resource)
  return new RegExp(
    [
      `"@leadline/core/${inKebab(resource)}"`,
      `/${folderOf(resource)}[a-z]+\\.ts"`,
      `\\b${service}\\.(use|routes)\\b`,
      `\\blayer(Fake)?${service}\\b`,
      `^ +(readonly )?${resource}\\??:`,
      `["\`]\\./?${inKebab(resource)}["\`]`,
      `["\`](${resource}|${service})(\\.[a-z]\\w+)?["\`]`,
      `\\b(client|c|services)\\.${resource}\\b`
    ].join("|"),
    "m"
  )
}

const isOutside = (resource: string, path: string) => !path.includes(`/${folderOf(resource)}`)

const isTest = (path: string) => /(^|\/)(test|typetest|bench)\/|\.test\.ts$/.test(path)
const isDocument = (path: string) => path.endsWith(".md")

const settingNames = (sources: ReadonlyArray<Source>): ReadonlyArray<string> => {
  const source = sources.filter(({ path }) => path.startsWith("apps/rest/src/"))
  return [...new Set(source.flatMap(({ text }) => text.match(/\bLEADLINE_[A-Z_]+[A-Z]\b/g) ?? []))].toSorted()
}

/** How many of the files are source, tests and documents. */
const kinds = (paths: ReadonlyArray<string>) => [
  paths.filter((path) => !isTest(path) && !isDocument(path)).length,
  paths.filter(isTest).length,
  paths.filter(isDocument).length
]

/** Every operation as `skills.list`. */
const operations = everyOperation.map(({ id }) => id)

const namingOperation = (operation: string): RegExp => {
  const either = `${operation}|${capitalized(operation)}`.replaceAll(".", "\\.")
  return new RegExp(`["\`](${either})["\`]|^ +"?(${either})"?:|\\b${operation.replace(".", "\\.")}\\b`, "m")
}

/** The files that name a resource, an operation, or a setting by its variable; undefined: there is none of that name. */
const placesOf = (sources: ReadonlyArray<Source>, name: string): ReadonlyArray<string> | undefined => {
  const [resource = ""] = name.split(".")
  const outside = sources.filter(({ path }) => isOutside(resource, path))
  const matching = (among: ReadonlyArray<Source>, pattern: RegExp) =>
    among.flatMap(({ path, text }) => (pattern.test(text) ? [path] : []))
  if (resources.includes(name)) return matching(outside, naming(name))
  if (operations.includes(name)) return matching(outside, namingOperation(name))
  return settingNames(sources).includes(name) ? matching(sources, new RegExp(`\\b${name}\\b`)) : undefined
}

/** Prints the places. */
export const command = define({
  about: "Counts the files that name a resource outside its folder.",
  options: {
    files: texts(
      "prints these files instead: of a resource like skills, an operation like skills.list, a setting by its variable",
      "NAME"
    )
  },
  run: ({ files }) => {
    const sources = readSources()
    const places = (name: string) => {
      const paths = placesOf(sources, name)
      if (paths !== undefined) return paths
      throw new UsageError(`--files: expected a resource, an operation or a setting, got ${name}`)
    }
    const counted = resources.map((name) => [name, ...kinds(places(name)).map(String)])
    const lines =
      files.length === 0
        ? markdownTable([["Files outside its folder", "source", "tests", "documents"], ...counted])
        : files.flatMap((name) => [name, ...places(name).map((path) => `  ${path}`)])
    console.log(lines.join("\n"))
    return Promise.resolve()
  }
})
