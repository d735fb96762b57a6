// The words of a query, with how rare they are in an index.
import { familyOf, stem } from "../text/stem.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { termOf } from "./analyzer.ts"
import type { IndexDatabase } from "./IndexDatabase.ts"

/** Weight of similar words, which replace words that no page has, and their least similarity. */
const similarWeight = 0.5
const minSimilarity = 0.5

/** A word of the query with the terms that match it, and its inverse document frequencies in pages and in names. */
export interface QueryWord {
  readonly terms: ReadonlyMap<string, number>
  readonly pages: number
  readonly rarity: number
  readonly nameRarity: number
}

/** Facts about the index that rankings share until it changes. */
export interface IndexFacts {
  readonly pages: number
  readonly averagePage: number
  readonly averagePassage: number
  readonly averageNames: number
  /** The languages that pages are stemmed by, always with English. */
  readonly languages: ReadonlyArray<string>
  /** How many pages, and how many names of pages, have a term: filled while queries ask. */
  readonly counts: Map<string, { readonly pages: number; readonly names: number }>
}

/** Reads the facts of an index. */
export const readFacts = ({ run }: IndexDatabase): IndexFacts => {
  const [row] = run(
    "SELECT count(*) AS pages, sum(length) AS length, sum(passages) AS passages, sum(length(names)) AS names, " +
      "group_concat(DISTINCT stems) AS stems FROM page"
  )
  const number = (column: string) => Number(row?.[column] ?? 0)
  const pages = number("pages")
  return {
    pages,
    averagePage: Math.max(1, number("length") / (pages || 1)),
    averagePassage: Math.max(1, number("length") / (number("passages") || 1)),
    averageNames: Math.max(1, number("names") / (pages || 1)),
    languages: [...new Set(["en", ...(pages === 0 ? [] : String(row?.["stems"]).split(","))])],
    counts: new Map()
  }
}

const countsOf = ({ run }: IndexDatabase, facts: IndexFacts, term: string) => {
  const known = facts.counts.get(term)
  if (known !== undefined) return known
  const rows = run("SELECT col, doc FROM vocabulary WHERE term = ?", term)
  const counts = {
    pages: rows.reduce((most, { doc }) => Math.max(most, Number(doc)), 0),
    names: Number(rows.find(({ col }) => col === "names")?.["doc"] ?? 0)
  }
  facts.counts.set(term, counts)
  return counts
}

/** Words with similar vectors, as stems with their similarity. */
const similarTerms = (wordVectors: WordVectors, word: string): ReadonlyMap<string, number> => {
  const index = wordVectors.indexOf(word)
  const near = index === undefined ? [] : wordVectors.neighbours(index)
  return new Map(
    near
      .filter(({ similarity }) => similarity >= minSimilarity)
      .toReversed()
      .map((one) => [stem(one.word), similarWeight * one.similarity])
  )
}

/** Words of the index of the same family as a word that no page has, with the weight of similar words. */
const familyTerms = ({ run }: IndexDatabase, terms: ReadonlySet<string>): ReadonlyMap<string, number> => {
  const found = Array.from(terms, familyOf).flatMap((family) =>
    family === undefined
      ? []
      : run(
          "SELECT DISTINCT term FROM vocabulary WHERE term BETWEEN ? AND ? LIMIT 8",
          family,
          `${family}\u{10ffff}`
        ).map(({ term }) => String(term))
  )
  return new Map(found.map((term) => [term, similarWeight]))
}

/** Forms of a word are one word of the query. A word that no page has gets words of its family, and similar ones. */
export const readWords = (
  database: IndexDatabase,
  facts: IndexFacts,
  words: ReadonlyArray<string>,
  wordVectors: WordVectors | undefined
): ReadonlyArray<QueryWord> => {
  const forms = new Map<string, Set<string>>()
  const groups = new Map<Set<string>, string>()
  for (const word of words) {
    const terms = facts.languages.map((language) => termOf(word, language))
    const group = terms.map((term) => forms.get(term)).find((one) => one !== undefined) ?? new Set<string>()
    if (group.size === 0) groups.set(group, word)
    for (const term of terms) forms.set(term, group.add(term))
  }
  const rarityOf = (pages: number): number => {
    const known = Math.min(pages, facts.pages)
    return Math.log(1 + (facts.pages - known + 0.5) / (known + 0.5))
  }
  return Array.from(groups, ([terms, word]) => {
    const found = Array.from(terms, (term) => [term, countsOf(database, facts, term)] as const)
    const pages = found.reduce((sum, [, counts]) => sum + counts.pages, 0)
    const names = found.reduce((sum, [, counts]) => sum + counts.names, 0)
    const own = found.flatMap(([term, counts]) => (counts.pages > 0 ? [[term, 1] as const] : []))
    const similar = pages > 0 || wordVectors === undefined ? [] : similarTerms(wordVectors, word)
    const family = pages > 0 || wordVectors === undefined ? [] : familyTerms(database, terms)
    return {
      terms: new Map([...similar, ...family, ...own]),
      pages,
      rarity: rarityOf(pages),
      nameRarity: rarityOf(names)
    }
  })
}
