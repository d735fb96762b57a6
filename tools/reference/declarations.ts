// The published declarations of a package: its exports and everything they mention.
import { createHash } from "node:crypto"
import type { Package } from "./packages.ts"
import { type Declared, type Place, read } from "./declared.ts"

/** A computed declaration that is not shown: its parts are declared elsewhere. */
const longest = 40_000

/** A declaration in full, or the names of its endpoints and a digest of the rest. */
const bounded = (text: string): string => {
  if (text.length <= longest) return text
  const head = text.slice(0, text.indexOf("<"))
  const endpoints = text.matchAll(/HttpApiEndpoint<("[^"]*"), ("[^"]*"), ("[^"]*")/g)
  const lines = [...new Set([...endpoints].map(([, ...names]) => `//   ${names.join(" ")}`))]
  const sum = createHash("sha256").update(text).digest("hex")
  return [`// ${text.length} characters, sha256 ${sum}, with endpoints`, ...lines, `${head}<...>;`].join("\n")
}

/** Without the import paths of types: they are on the same page. */
const named = (text: string): string => text.replaceAll(/import\("\.[^"]*"\)\./g, "")

/** A package's declarations as one page, by source file. Needs the .d.ts files of `tsc -b`. */
export const declarations = ({ name, subpaths }: Package): string => {
  const files = new Map<string, Declared>()
  const file = (path: string): Declared => {
    const known = files.get(path) ?? read(path)
    files.set(path, known)
    return known
  }
  const wanted = new Map<string, Place>()
  const want = (place: Place): void => {
    const { exported, mentions, texts } = file(place.file)
    if (!texts.has(place.name)) {
      const next = exported.get(place.name)
      if (next === undefined) throw new Error(`${place.file} does not declare ${place.name}`)
      if (next.file === place.file && next.name === place.name)
        throw new Error(`${place.file} exports ${place.name} without a declaration`)
      return want(next)
    }
    const id = `${place.file} ${place.name}`
    if (wanted.has(id)) return
    wanted.set(id, place)
    mentions.get(place.name)?.forEach(want)
  }
  for (const { types } of subpaths) file(types).exported.forEach(want)

  const byFile = Map.groupBy(wanted.values(), (place) => place.file)
  const sections = [...byFile]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, places]) => {
      const texts = places.flatMap((place) => file(path).texts.get(place.name) ?? [])
      const ordered = [...new Map(texts.map(({ at, text }) => [at, text]))].toSorted(([a], [b]) => a - b)
      const shown = ordered.map(([, text]) => bounded(named(text)))
      const source = path.replace("/dist/", "/src/").replace(/\.d\.ts$/, ".ts")
      return [`## ${source}`, ["```ts", ...shown, "```"].join("\n")]
    })
  return (
    [[`# Declarations of ${name}`, "Written by `npm run generate:exports`. Do not edit."], ...sections]
      .flat()
      .join("\n\n") + "\n"
  )
}
