// Pages with labelled queries: everyday ones, this project's, and README files of the installed npm packages.
import { execFileSync } from "node:child_process"
import { globSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { isDocumentation } from "../../src/index.ts"

/** A folder of pages, and queries for them. */
export interface Corpus {
  readonly name: string
  readonly folder: string
  readonly include?: (path: string) => boolean
  /** With the paths of the pages that answer each. */
  readonly queries: ReadonlyArray<{ readonly query: string; readonly wanted: ReadonlyArray<string> }>
}

const root = join(import.meta.dirname, "../../../..")
const test = join(import.meta.dirname, "../../test/search")
const labelled = JSON.parse(readFileSync(join(test, "labelled.json"), "utf8")) as ReadonlyArray<
  readonly [set: "corpus" | "project", query: string, wanted: ReadonlyArray<string>]
>
const queriesOf = (set: "corpus" | "project") =>
  labelled.filter(([of]) => of === set).map(([, query, wanted]) => ({ query, wanted }))

/** Everyday pages, with labelled queries. */
export const everyday: Corpus = {
  name: "everyday pages",
  folder: join(test, "corpus"),
  queries: queriesOf("corpus")
}

/** The documentation of this project, with labelled queries. */
export const project: Corpus = {
  name: "this project",
  folder: root,
  include: isDocumentation,
  queries: queriesOf("project")
}

const readPackage = (folder: string) => {
  const {
    description = "",
    keywords = [],
    name
  } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const file = readdirSync(folder).find((entry) => /^readme\.(?:md|markdown)$/i.test(entry))
  if (file === undefined || lstatSync(folder).isSymbolicLink()) return []
  const readme = readFileSync(join(folder, file), "utf8")
  const words = Array.isArray(keywords) ? keywords.join(" ") : ""
  return [{ name: String(name), description: String(description), keywords: words, readme }]
}

/** All packages that are installed for this project and for npm, each name once. */
const installed = () => {
  const npm = execFileSync("npm", ["root", "-g"], { encoding: "utf8" }).trim()
  const all = [join(root, "node_modules/.pnpm/*/node_modules"), join(npm, "npm/node_modules")]
    .flatMap((modules) => globSync(`${modules}/{*,@*/*}/package.json`))
    .flatMap((file) => readPackage(dirname(file)))
  return Array.from(new Map(all.map((one) => [one.name, one])).values())
    .filter(({ readme }) => readme.length > 100)
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

/** Writes the README files to a folder. Queries are the descriptions or the keywords of the packages. */
export const readmeCorpora = (folder: string): ReadonlyArray<Corpus> => {
  const packages = installed()
  // File names are numbers, so that they help no ranker.
  for (const [index, { readme }] of packages.entries()) writeFileSync(join(folder, `${index}.md`), readme)
  return (["description", "keywords"] as const).map((field) => ({
    name: `README files by ${field} (${packages.length} pages)`,
    folder,
    queries: packages
      .map((one, index) => ({ query: one[field], wanted: [`${index}.md`] }))
      .filter(({ query }) => query.split(/\s+/).length >= 3)
  }))
}
