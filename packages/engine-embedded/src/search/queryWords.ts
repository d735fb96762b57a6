// The words of a query, with how rare they are in an index.
import { familyOf, stem } from "../text/stem.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { termOf } from "./analyzer.ts"
import type { IndexDatabase } from "./IndexDatabase.ts"

/** Weight of similar words, which replace words that no page has. */
const similarWeight = 0.5

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
  /** The languages that pages are stemmed by, always with English. */
  readonly languages: ReadonlyArray<string>
  /** How many pages, and how many names of pages, have a term: filled while queries ask. */
  readonly counts: Map<string, { readonly pages: number; readonly names: number }>
}

/** Reads the facts of an index. */
export const readFacts = ({ run }: IndexDatabase): IndexFacts => {
  const [row] = run(
    `SELECT count(*) AS pages, group_concat(DISTINCT stems) AS stems, max(1, avg(length)) AS page,
    max(1, 1.0 * sum(length) / sum(passages)) AS passage FROM page`
  )
  const languages = String(row?.["stems"] ?? "en").split(",")
  return {
    pages: Number(row?.["pages"]),
    averagePage: Number(row?.["page"] ?? 1),
    averagePassage: Number(row?.["passage"] ?? 1),
    languages: [...new Set(["en", ...languages])],
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
  // Only terms of the index are kept: queries may name any others.
  if (rows.length > 0) facts.counts.set(term, counts)
  return counts
}

/** Words with similar vectors, as stems with their weight. */
const similarTerms = (wordVectors: WordVectors, word: string) => {
  const index = wordVectors.indexOf(word)
  const near = index === undefined ? [] : wordVectors.neighbours(index)
  return near.toReversed().map((one) => [stem(one.word), similarWeight * one.similarity] as const)
}

/** Words of the index that begin like a word that no page has, with their weight. */
const familyTerms = ({ run }: IndexDatabase, term: string) => {
  const family = familyOf(term)
  if (family === undefined) return []
  const within = "SELECT DISTINCT term FROM vocabulary WHERE term BETWEEN ? AND ? LIMIT 8"
  return run(within, family, `${family}\u{10ffff}`).map(
    (row) => [String(row["term"]), similarWeight] as const
  )
}

/** Forms of a word are one word of the query. A word that no page has gets those that begin alike, and similar ones. */
export const readWords = (
  database: IndexDatabase,
  facts: IndexFacts,
  words: ReadonlyArray<string>,
  wordVectors: WordVectors | undefined
): ReadonlyArray<QueryWord> => {
  const rarityOf = (pages: number): number => {
    const known = Math.min(pages, facts.pages)
    return Math.log(1 + (facts.pages - known + 0.5) / (known + 0.5))
  }
  const groups = Map.groupBy(words, (word) => termOf(word, "en"))
  return Array.from(groups.values(), (forms) => {
    const terms = new Set(forms.flatMap((word) => facts.languages.map((language) => termOf(word, language))))
    const found = Array.from(terms, (term) => [term, countsOf(database, facts, term)] as const)
    const pages = found.reduce((sum, [, counts]) => sum + counts.pages, 0)
    const names = found.reduce((sum, [, counts]) => sum + counts.names, 0)
    const own = found.flatMap(([term, counts]) => (counts.pages > 0 ? [[term, 1] as const] : []))
    const near =
      wordVectors === undefined || pages > 0
        ? []
        : [
            ...forms.flatMap((word) => similarTerms(wordVectors, word)),
            ...[...terms].flatMap((term) => familyTerms(database, term))
          ]
    return {
      terms: new Map([...near, ...own]),
      pages,
      rarity: rarityOf(pages),
      nameRarity: rarityOf(names)
    }
  })
}
