// Scores a page and its passages by the words they share with a query: BM25 of the page, of its best passage, and of its
// names.
import type { PageRow } from "./page.ts"
import type { IndexFacts, QueryWord } from "./queryWords.ts"

/** The parameters k1 and b of BM25: the saturation of frequent words, and the weight of the length of a text. */
const saturation = 1.2
const lengthShare = 0.75

/** Weight of a word in titles and paths, and how many occurrences a word in a heading counts as. */
const nameWeight = 0.6
const headingWeight = 2

/** How often a term stands among terms, each between spaces. */
const occurrences = (terms: string, term: string): number => {
  let count = 0
  for (let at = terms.indexOf(term); at >= 0; at = terms.indexOf(term, at + 1)) count++
  return count
}

/** The term frequency factor of BM25. `relativeLength` is the length of the text relative to the average. */
const saturate = (times: number, relativeLength: number): number =>
  (times * (saturation + 1)) / (times + saturation * (1 - lengthShare + lengthShare * relativeLength))

/** The terms of a passage, each between spaces. `length` is the number of its own ones. */
interface PassageTerms {
  readonly headingTerms: string
  readonly ownTerms: string
  readonly length: number
}

/** Scores a page and its passages by words. */
export const scorePage = (
  facts: IndexFacts,
  query: ReadonlyArray<QueryWord>,
  page: PageRow,
  passages: ReadonlyArray<PassageTerms>
) => {
  const own = passages.map(() => 0)
  let [score, named] = [0, 0]
  for (const { nameRarity, rarity, terms } of query)
    for (const [bare, share] of terms) {
      const term = ` ${bare} `
      const inNames = Math.min(2, occurrences(page.names, term))
      let times = inNames
      for (const [at, { headingTerms, length, ownTerms }] of passages.entries()) {
        const above = occurrences(headingTerms, term)
        const inside = occurrences(ownTerms, term)
        if (above + inside === 0) continue
        times += inside + headingWeight * Math.min(above, 1)
        const weighted = saturate(inside + headingWeight * above, length / facts.averagePassage)
        own[at] = (own[at] ?? 0) + share * rarity * weighted
      }
      score += share * rarity * saturate(times, page.length / facts.averagePage)
      named += share * rarity * saturate(inNames, 1)
      if (inNames > 0) score += nameWeight * share * nameRarity
    }
  return { own, score: score + Math.max(named, ...own) }
}
