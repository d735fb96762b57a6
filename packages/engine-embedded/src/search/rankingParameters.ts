// Parameters of ranking, chosen by hand near the best ones that `tools/search/tune.ts` finds for both halves of the queries.

/** Parameters of ranking. BM25 calls saturation k1, and length b. */
export const parameters = {
  /** Term saturation (k1 of BM25) of pages and of passages. */
  pageSaturation: 0.8,
  saturation: 0.8,
  /** Length normalisation (b of BM25) of pages and of passages, 0 to 1. */
  pageLength: 0.75,
  entryLength: 0.5,
  /** Weight of a word in titles and paths, and its length normalisation, 0 to 1. */
  nameWeight: 0.6,
  nameLength: 0.5,
  /** How many occurrences a term in a heading counts as, for a page and for a passage. */
  headingWeight: 2,
  entryHeadingWeight: 2,
  /** Weight of the best passage of a page, relative to the whole page. */
  passageWeight: 1,
  /** Weight of similar words, which replace words that no page has, and their least similarity. */
  similarWeight: 0.5,
  minSimilarity: 0.5,
  /** Least cosine similarity that counts. */
  minCosine: 0.3,
  /** Weight of word vectors when no page has a word of the query. It falls to 0 at this score of the best page. */
  semanticWeight: 0.6,
  decisiveScore: 0.5,
  /** Least score of a page. */
  minScore: 0.03,
  /** A page with this many words of a query gets the full score, however long the query is. */
  maxNormalizedWords: 8
}
