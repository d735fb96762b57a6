// Mean reciprocal rank of labelled queries by both modes.
import * as Effect from "effect/Effect"
import { layerIndex, type RankingMode, SearchIndex } from "../../src/index.ts"
import { type Corpus, measure } from "../../tools/search/labelled.ts"

export const meanRanks = (corpus: Corpus) => {
  const mean = Effect.fnUntraced(function* (mode: RankingMode) {
    const index = yield* SearchIndex
    const find = (query: string) =>
      Effect.map(index.query({ query, mode }), (ranked) => ranked.map(({ page }) => page.path))
    return (yield* measure(find, corpus)).mrr
  })
  return Effect.provide(Effect.all({ both: mean("hybrid"), lexical: mean("lexical") }), layerIndex(corpus))
}
