// The declarations a package publishes, as its consumers' compilers read them: what is exported and all it mentions.
import type { Package } from "./packages.ts"
import { type Declared, type Place, read } from "./declared.ts"

/** A package's declarations as one page, by source file. Needs the .d.ts files of \`tsc -b\`. */
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
      return want(next)
    }
    const id = `${place.file} ${place.name}`
    if (wanted.has(id)) return
    wanted.set(id, place)
    mentions.get(place.name)?.forEach(want)
  }
  for (const { types } of subpaths) file(types).exported.forEach(want)

  const byFile = Map.groupBy(wanted.values(), (place) => place.file)
  const sections = [...byFile].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, places]) => {
    const texts = places.flatMap(({ name }) => file(path).texts.get(name) ?? [])
    const ordered = [...new Map(texts.map(({ at, text }) => [at, text]))].toSorted(([a], [b]) => a - b)
    const source = path.replace("/dist/", "/src/").replace(/\.d\.ts$/, ".ts")
    return [`## ${source}`, ["```ts", ...ordered.map(([, text]) => text), "```"].join("\n")]
  })
  return [[`# Declarations of ${name}`, "Written by `npm run surface`. Do not edit."], ...sections].flat().join("\n\n") + "\n"
}
