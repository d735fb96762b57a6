// The command `places`: the files that an addition touches, counted by what names the resources, operations and settings of today.
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Api } from "@leadline/core/api"
import { command as define, flag } from "../command.ts"
import { markdownTable } from "../tables.ts"

const root = join(import.meta.dirname, "../../../..")

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

/** Dialects have no methods of their own. */
const dialects = ["systemone", "openaiDecisions"]

const resources = Object.keys(Api.groups).filter((name) => !dialects.includes(name))

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

/** Files that name most resources are lists of them: another resource belongs into each. */
const listsOf = (sources: ReadonlyArray<Source>): ReadonlyArray<string> =>
  sources
    .filter(({ text }) => resources.filter((name) => naming(name).test(text)).length >= listed)
    .map(({ path }) => path)

/** So many of the ten resources make a file a list of them. */
const listed = 7

const settingNames = (sources: ReadonlyArray<Source>): ReadonlyArray<string> => {
  const source = sources.filter(({ path }) => path.startsWith("apps/rest/src/"))
  return [...new Set(source.flatMap(({ text }) => text.match(/\bLEADLINE_[A-Z_]+[A-Z]\b/g) ?? []))].toSorted()
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** How many of the files are source, tests and documents. */
const kinds = (paths: ReadonlyArray<string>) => [
  paths.filter((path) => !isTest(path) && !isDocument(path)).length,
  paths.filter(isTest).length,
  paths.filter(isDocument).length
]

/** Prints the places. */
export const command = define({
  about:
    "Counts the files that name a resource outside its folder, an operation, and a setting. A list is a file that names most resources.",
  options: { files: flag("prints the files of each resource, too") },
  run: ({ files }) => {
    const sources = readSources()
    const lists = listsOf(sources)
    const placesOf = (resource: string) => {
      const pattern = naming(resource)
      return sources.flatMap(({ path, text }) =>
        isOutside(resource, path) && pattern.test(text) ? [path] : []
      )
    }
    const rows = resources.map((resource) => [resource, ...kinds(placesOf(resource)).map(String)])
    const operations = resources.flatMap((resource) =>
      Object.keys(Object(Api.groups[resource as keyof typeof Api.groups]).endpoints)
        .filter((name) => !/Completions|Agent/.test(name))
        .map((name) => `${resource}.${name}`)
    )
    const operationPlaces = (operation: string) => {
      const either = `${operation}|${capitalized(operation)}`.replaceAll(".", "\\.")
      const pattern = new RegExp(
        `["\`](${either})["\`]|^ +"?(${either})"?:|\\b${operation.replace(".", "\\.")}\\b`,
        "m"
      )
      const [resource = ""] = operation.split(".")
      return sources.flatMap(({ path, text }) =>
        isOutside(resource, path) && pattern.test(text) ? [path] : []
      )
    }
    const settingPlaces = settingNames(sources).map((name) =>
      sources.filter(({ text }) => new RegExp(`\\b${name}\\b`).test(text)).map(({ path }) => path)
    )
    const middle = (all: ReadonlyArray<ReadonlyArray<string>>) =>
      [0, 1, 2].map((kind) => String(median(all.map((paths) => kinds(paths)[kind] ?? 0))))
    const table = [
      ["Files outside its folder", "source", "tests", "documents"],
      ...rows,
      ["an operation, median", ...middle(operations.map(operationPlaces))],
      ["a setting, median", ...middle(settingPlaces)],
      ["lists of resources", ...kinds(lists).map(String)]
    ]
    const shown = files
      ? resources.map((name) => [name, ...placesOf(name).map((path) => `  ${path}`), ""].join("\n"))
      : []
    console.log(
      [
        ...markdownTable(table),
        "",
        "Lists of resources:",
        ...lists.map((path) => `  ${path}`),
        "",
        ...shown
      ].join("\n")
    )
    return Promise.resolve()
  }
})
