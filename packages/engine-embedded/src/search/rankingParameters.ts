// Parameters of ranking, chosen near what `tools/search/tune.ts` finds, where both halves of the queries agree.

/** Weights and saturations of ranking. */
export const parameters = {
  /** How soon a term that repeats stops adding to the score of a page, and of a passage. */
  pageSaturation: 0.8,
  saturation: 0.8,
  /** How much longer pages and passages need more of a term, 0 to 1. */
  pageLength: 0.75,
  entryLength: 0.5,
  /** Weight of a word in the title or path of a page, by its rarity in those, and how much less it counts in long titles. */
  nameWeight: 0.6,
  nameLength: 0.5,
  /** How many times a term of a heading counts for a page, and for a passage. */
  headingWeight: 2,
  entryHeadingWeight: 2,
  /** Weight of the best passage of a page, relative to the page in all. */
  passageWeight: 1,
  /** Weight of similar words, which stand for words that no page has, and their least similarity. */
  similarWeight: 0.5,
  minSimilarity: 0.5,
  /** Least cosine similarity that counts. */
  minCosine: 0.3,
  /** Weight of similarity of meaning where no page has a word of the query; 0 from this best score on, 0 to 1. */
  semanticWeight: 0.6,
  decisiveScore: 0.5,
  /** Least score of a page. */
  minScore: 0.03,
  /** A page with this many words of a query gets the full score, however long the query is. */
  maxNormalizedWords: 8
}
