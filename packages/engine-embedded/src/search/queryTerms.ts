// The terms of a query: each word is stemmed by every language of the index.
import { stem } from "../text/stem.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { stemLanguage, termOf } from "./analyzer.ts"
import type { QueryTerm } from "./lexicalScores.ts"
import { parameters } from "./rankingParameters.ts"
import type { LiveSegment } from "./segments/segmentWithDeletions.ts"

/** The languages that the pages of segments are stemmed by, always with English. */
export const languagesOf = (segments: ReadonlyArray<LiveSegment>): ReadonlyArray<string> => [
  ...new Set([
    "en",
    ...segments.flatMap(({ segment }) => Array.from(new Set(segment.pages.map(stemLanguage))))
  ])
]

/** Counts of the index that a query needs: pages with a term, and the rarity of a term that so many pages have. */
export interface TermCounts {
  readonly pagesWith: (term: string) => number
  readonly rarityOf: (pages: number) => number
}

/** Similar words, by word vectors, with their weights. */
const similarTerms = (wordVectors: WordVectors, word: string): ReadonlyMap<string, number> => {
  const terms = new Map<string, number>()
  const index = wordVectors.indexOf(word)
  if (index === undefined) return terms
  for (const neighbour of wordVectors.neighbours(index)) {
    const key = stem(neighbour.word)
    if (neighbour.similarity >= parameters.minSimilarity && !terms.has(key))
      terms.set(key, parameters.similarWeight * neighbour.similarity)
  }
  return terms
}

/**
 * The terms of query words. Forms of the same word become one term. A word that no page has also gets similar words, unless
 * `similar` is undefined.
 */
export const queryTerms = (
  words: Iterable<string>,
  languages: ReadonlyArray<string>,
  { pagesWith, rarityOf }: TermCounts,
  similar: WordVectors | undefined
): ReadonlyArray<QueryTerm> => {
  const found: Array<Map<string, number>> = []
  const wordOf = new Map<string, Map<string, number>>()
  const first = new Map<Map<string, number>, string>()
  for (const word of words) {
    const own = languages.map((language) => termOf(word, language))
    const before = own.flatMap((term) => wordOf.get(term) ?? [])[0]
    const terms = before ?? new Map<string, number>()
    for (const term of own) {
      terms.set(term, 1)
      wordOf.set(term, terms)
    }
    if (before !== undefined) continue
    found.push(terms)
    first.set(terms, word)
  }
  return found.map((terms): QueryTerm => {
    const pages = Array.from(terms.keys()).reduce((sum, term) => sum + pagesWith(term), 0)
    const added = pages > 0 || similar === undefined ? [] : similarTerms(similar, first.get(terms) ?? "")
    return { terms: new Map([...added, ...terms]), rarity: rarityOf(pages) }
  })
}
