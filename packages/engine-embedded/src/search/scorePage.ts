// Scores a page and its passages by the words they share with a query: BM25 of the page, of its best passage, and of its
// names.
import type { PageRow } from "./page.ts"
import type { IndexFacts, QueryWord } from "./queryWords.ts"

/** Parameters of ranking. BM25 calls saturation k1, and length b. */
const parameters = {
  saturation: 1.2,
  pageLength: 0.75,
  passageLength: 0.5,
  /** Weight of a word in titles and paths. */
  nameWeight: 0.6,
  /** How many occurrences a word in a heading counts as. */
  headingWeight: 2,
  /** A page with this many words of a query gets the full score, however long the query is. */
  maxNormalizedWords: 8
}

/** The least score of the first passage of a page, as a share of that of its names. */
const openingShare = 0.5

/** How often a term stands among terms between spaces: before a place, and from it on. */
const occurrences = (terms: string, term: string, edge: number): readonly [before: number, after: number] => {
  const sought = ` ${term} `
  let [before, after] = [0, 0]
  for (let at = terms.indexOf(sought); at >= 0; at = terms.indexOf(sought, at + sought.length - 1))
    if (at < edge) before++
    else after++
  return [before, after]
}

/** The term frequency factor of BM25. `relativeLength` is the length of the text relative to the average. */
const saturate = (times: number, lengthShare: number, relativeLength: number): number =>
  (times * (parameters.saturation + 1)) /
  (times + parameters.saturation * (1 - lengthShare + lengthShare * relativeLength))

/** A passage of a candidate. `terms` are those of its heading, a line feed, and those of its text. */
export interface Candidate {
  readonly terms: string
  readonly length: number
}

/** Scores a page and its passages by words. */
export const scorePage = (
  facts: IndexFacts,
  query: ReadonlyArray<QueryWord>,
  { length, names }: PageRow,
  passages: ReadonlyArray<Candidate>
) => {
  const { headingWeight, nameWeight, pageLength, passageLength } = parameters
  const own = passages.map(() => 0)
  const edges = passages.map(({ terms }) => terms.indexOf("\n"))
  let [score, named] = [0, 0]
  for (const { nameRarity, rarity, terms } of query)
    for (const [term, share] of terms) {
      const inName = Math.min(2, occurrences(names, term, names.length)[0])
      let times = inName
      for (const [at, passage] of passages.entries()) {
        const [above, inside] = occurrences(passage.terms, term, edges[at] ?? 0)
        if (above + inside === 0) continue
        times += inside + headingWeight * Math.min(above, 1)
        const relative = passage.length / facts.averagePassage
        own[at] =
          (own[at] ?? 0) + share * rarity * saturate(inside + headingWeight * above, passageLength, relative)
      }
      if (times > 0) score += share * rarity * saturate(times, pageLength, length / facts.averagePage)
      if (inName === 0) continue
      const relative = names.length / facts.averageNames
      named += share * rarity * saturate(inName, passageLength, relative)
      score += nameWeight * share * nameRarity
    }
  const best = Math.max(named, ...own)
  // The beginning of a page is about what its title names.
  if (own.length > 0) own[0] = Math.max(own[0] ?? 0, openingShare * named)
  return { own, score: score + best }
}

/** The best possible score of a page, to bring scores to a scale of 0 to about 1. */
export const fullScore = (query: ReadonlyArray<QueryWord>): number =>
  2 *
  (parameters.saturation + 1) *
  query
    .map(({ rarity }) => rarity)
    .toSorted((left, right) => right - left)
    .slice(0, parameters.maxNormalizedWords)
    .reduce((sum, rarity) => sum + rarity, 0)
