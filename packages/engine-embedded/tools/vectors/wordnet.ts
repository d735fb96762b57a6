// Reads words and antonyms from the files of WordNet, an English dictionary of word relations.
import * as FileSystem from "node:fs"
import * as Path from "node:path"

const parts = ["noun", "verb", "adj", "adv"]

/** Lookups in WordNet. */
export interface WordNet {
  /** Whether the word, or its form without a common ending, is an entry. */
  readonly knows: (word: string) => boolean
  /** Index pairs of antonyms among these words, each pair once. */
  readonly opposites: (words: ReadonlyArray<string>) => Array<readonly [number, number]>
}

const endings: ReadonlyArray<readonly [RegExp, string]> = [
  [/ies$/, "y"],
  [/s$/, ""],
  [/es$/, ""],
  [/ied$/, "y"],
  [/ed$/, ""],
  [/ed$/, "e"],
  [/ing$/, ""],
  [/ing$/, "e"],
  [/(.)\1(ed|ing)$/, "$1"],
  [/er$/, ""],
  [/est$/, ""]
]

/** Reads the `dict` folder of a WordNet distribution. */
export const readWordNet = (folder: string): WordNet => {
  const lemmas = new Set<string>()
  const pairs = new Set<string>()
  const synsets = new Map<string, ReadonlyArray<string>>()
  const links: Array<{
    readonly from: string
    readonly to: string
    readonly source: number
    readonly target: number
  }> = []
  for (const part of parts) {
    for (const line of FileSystem.readFileSync(Path.join(folder, `data.${part}`), "utf8").split("\n")) {
      if (line.startsWith("  ") || line === "") continue
      const fields = (line.split(" | ")[0] ?? "").trim().split(" ")
      const count = Number.parseInt(fields[3] ?? "0", 16)
      const words = Array.from({ length: count }, (_, i) =>
        (fields[4 + i * 2] ?? "").replace(/\(.*\)$/, "").toLowerCase()
      )
      const key = `${part}${fields[0]}`
      synsets.set(key, words)
      for (const word of words) lemmas.add(word)
      const pointers = Number.parseInt(fields[4 + count * 2] ?? "0", 10)
      for (let p = 0; p < pointers; p++) {
        const at = 5 + count * 2 + p * 4
        if (fields[at] !== "!") continue
        const place = fields[at + 3] ?? "0000"
        links.push({
          from: key,
          to: `${part}${fields[at + 1]}`,
          source: Number.parseInt(place.slice(0, 2), 16) - 1,
          target: Number.parseInt(place.slice(2), 16) - 1
        })
      }
    }
  }
  for (const link of links) {
    const from = synsets.get(link.from)?.[link.source]
    const to = synsets.get(link.to)?.[link.target]
    if (from !== undefined && to !== undefined) pairs.add([from, to].toSorted().join(" "))
  }
  const knows = (word: string): boolean =>
    lemmas.has(word) ||
    endings.some(([ending, stem]) => ending.test(word) && lemmas.has(word.replace(ending, stem)))
  const opposites = (words: ReadonlyArray<string>): Array<readonly [number, number]> => {
    const index = new Map(words.map((word, i) => [word, i]))
    const found: Array<readonly [number, number]> = []
    for (const pair of [...pairs].toSorted()) {
      const [left, right] = pair.split(" ").map((word) => index.get(word))
      if (left !== undefined && right !== undefined) found.push([left, right])
    }
    return found
  }
  return { knows, opposites }
}
