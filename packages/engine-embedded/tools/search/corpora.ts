// README files of the installed npm packages as corpora to measure ranking on.
import { execFileSync } from "node:child_process"
import { existsSync, lstatSync, readdirSync, readFileSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Corpus, root } from "./labelled.ts"

interface Package {
  readonly name: string
  readonly description: string
  readonly keywords: string
  readonly readme: string
}

const readPackage = (folder: string): Package | undefined => {
  const file = join(folder, "package.json")
  if (!existsSync(file) || lstatSync(folder).isSymbolicLink()) return undefined
  const { description, keywords, name } = JSON.parse(readFileSync(file, "utf8")) as { [key: string]: unknown }
  const readme = readdirSync(folder).find((entry) => /^readme\.(?:md|markdown)$/i.test(entry))
  if (readme === undefined || typeof name !== "string") return undefined
  const words = Array.isArray(keywords) ? keywords.filter((word) => typeof word === "string") : []
  return {
    name,
    description: typeof description === "string" ? description : "",
    keywords: words.join(" "),
    readme: readFileSync(join(folder, readme), "utf8")
  }
}

/** The packages in a `node_modules` folder. */
const packagesIn = (modules: string): ReadonlyArray<Package> =>
  (existsSync(modules) ? readdirSync(modules) : [])
    .flatMap((entry) =>
      entry.startsWith("@") ? readdirSync(join(modules, entry)).map((name) => `${entry}/${name}`) : [entry]
    )
    .flatMap((name) => readPackage(join(modules, name)) ?? [])

/** All packages that are installed for this project and for npm, each name once. */
const installed = (): ReadonlyArray<Package> => {
  const store = join(root, "node_modules/.pnpm")
  const npm = execFileSync("npm", ["root", "-g"], { encoding: "utf8" }).trim()
  const all = [
    ...readdirSync(store).flatMap((entry) => packagesIn(join(store, entry, "node_modules"))),
    ...packagesIn(join(npm, "npm/node_modules"))
  ]
  return Array.from(new Map(all.map((one) => [one.name, one])).values())
    .filter(({ readme }) => readme.length > 100)
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

/** File names are numbers, so that they help no ranker. */
const fileOf = (index: number): string => `${index}.md`

/** Writes the README files to a folder. Queries are the descriptions or the keywords of the packages. */
export const readmeCorpora = (folder: string): ReadonlyArray<Corpus> => {
  const packages = installed()
  mkdirSync(folder, { recursive: true })
  for (const [index, { readme }] of packages.entries()) writeFileSync(join(folder, fileOf(index)), readme)
  const queries = (field: "description" | "keywords") =>
    packages
      .map((one, index) => ({ query: one[field], wanted: [fileOf(index)] }))
      .filter(({ query }) => query.split(/\s+/).length >= 3)
  return [
    {
      name: `README files by description (${packages.length} pages)`,
      folder,
      queries: queries("description")
    },
    { name: `README files by keywords (${packages.length} pages)`, folder, queries: queries("keywords") }
  ]
}
