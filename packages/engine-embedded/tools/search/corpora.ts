// README files of the installed npm packages as corpora to measure ranking on.
import { execFileSync } from "node:child_process"
import { globSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Corpus, root } from "./labelled.ts"

const readPackage = (folder: string) => {
  const { description, keywords, name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const readme = readdirSync(folder).find((entry) => /^readme\.(?:md|markdown)$/i.test(entry))
  if (readme === undefined || typeof name !== "string" || lstatSync(folder).isSymbolicLink()) return []
  const words = Array.isArray(keywords) ? keywords.filter((word) => typeof word === "string") : []
  return [
    {
      name,
      description: typeof description === "string" ? description : "",
      keywords: words.join(" "),
      readme: readFileSync(join(folder, readme), "utf8")
    }
  ]
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

/** File names are numbers, so that they help no ranker. */
const fileOf = (index: number): string => `${index}.md`

/** Writes the README files to a folder. Queries are the descriptions or the keywords of the packages. */
export const readmeCorpora = (folder: string): ReadonlyArray<Corpus> => {
  const packages = installed()
  mkdirSync(folder, { recursive: true })
  for (const [index, { readme }] of packages.entries()) writeFileSync(join(folder, fileOf(index)), readme)
  return (["description", "keywords"] as const).map((field) => ({
    name: `README files by ${field} (${packages.length} pages)`,
    folder,
    queries: packages
      .map((one, index) => ({ query: one[field], wanted: [fileOf(index)] }))
      .filter(({ query }) => query.split(/\s+/).length >= 3)
  }))
}
