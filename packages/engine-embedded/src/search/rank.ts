// Ranks passages for a query by shared words (BM25 of pages and of passages), and by word vectors when shared words give no
// clear result.
import { yieldFairly } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import { makeTimeSlicer, type TimeSlicer } from "../scheduling/timeSlicer.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { queryWords } from "./analyzer.ts"
import * as limits from "./limits.ts"
import type { LiveSegment } from "./segments/segmentWithDeletions.ts"
import type { IndexedPage } from "./page.ts"
import { parameters } from "./rankingParameters.ts"
import { makeLexicalScorer, type Scores } from "./lexicalScores.ts"
import { passagesOf, type RankedPassage } from "./passagesOfPage.ts"
import { pagesWithWords, pageHasPhrases, readPhrases } from "./phrases.ts"
import { languagesOf, queryTerms } from "./queryTerms.ts"
import { writeVector } from "./segments/segmentBuilder.ts"
import { makeTopK } from "./topK.ts"

/** What passages are ranked by: shared words (`lexical`), word vectors (`semantic`), or both (`hybrid`). */
export type RankingMode = "hybrid" | "lexical" | "semantic"

/** Ranks passages of the pages that it was made for. */
export interface Ranker {
  readonly rank: (
    query: string,
    filter: (page: IndexedPage) => boolean,
    mode?: RankingMode
  ) => Effect.Effect<ReadonlyArray<RankedPassage>>
}

/** Approximate cost of reading a page for phrases. */
const perPhraseCheck = 40

/** Makes a ranker over segments. */
export const makeRanker = (wordVectors: WordVectors, segments: ReadonlyArray<LiveSegment>): Ranker => {
  const { counts, score: lexicalScores } = makeLexicalScorer(segments)

  const languages = languagesOf(segments)

  const addSemantic = Effect.fnUntraced(function* (
    words: ReadonlyMap<string, number>,
    all: ReadonlyArray<Scores>,
    weight: number,
    slicer: TimeSlicer
  ) {
    const { dimensions } = wordVectors
    const asked = new Int8Array(dimensions)
    writeVector(wordVectors, words, asked)
    for (const { entries, live, pages } of all) {
      const { vectors } = live.segment
      const best = new Float64Array(pages.length)
      for (let entry = 0; entry < entries.length; entry++) {
        const row = entry * dimensions
        let dot = 0
        for (let d = 0; d < dimensions; d++) dot += (asked[d] ?? 0) * (vectors[row + d] ?? 0)
        const cosine = dot / (127 * 127)
        const score = weight * Math.max(0, (cosine - parameters.minCosine) / (1 - parameters.minCosine))
        const page = live.pageOf[entry] ?? 0
        entries[entry] = (entries[entry] ?? 0) + score
        if (score > (best[page] ?? 0)) best[page] = score
        if (entry % 256 === 0) yield* slicer.spend(20)
      }
      for (let page = 0; page < pages.length; page++) pages[page] = (pages[page] ?? 0) + (best[page] ?? 0)
    }
  })

  const rank: Ranker["rank"] = Effect.fnUntraced(function* (query, filter, mode = "hybrid") {
    const slicer = makeTimeSlicer()
    const asked = query.slice(0, limits.queryCharacters)
    const words = Array.from(queryWords(asked)).slice(0, limits.queryWords)
    const phrases = readPhrases(asked)
    yield* slicer.spend(asked.length / 4 + words.length * languages.length)
    const terms = queryTerms(words, languages, counts, mode === "hybrid" ? wordVectors : undefined)
    const most = terms
      .map(({ rarity }) => rarity)
      .toSorted((left, right) => right - left)
      .slice(0, parameters.maxNormalizedWords)
      .reduce((sum, rarity) => sum + rarity, 0)
    const all = yield* lexicalScores(mode === "semantic" ? [] : terms, slicer)
    const full =
      most * (parameters.pageSaturation + 1 + parameters.passageWeight * (parameters.saturation + 1))
    const scale = full === 0 ? 0 : 1 / full
    let top = 0
    for (const { live, pages } of all)
      for (const [page, score] of pages.entries())
        if (score > top && live.pages[page] !== undefined) top = score
    const weight =
      mode === "lexical"
        ? 0
        : mode === "semantic"
          ? 1
          : parameters.semanticWeight * Math.max(0, 1 - (top * scale) / parameters.decisiveScore)
    for (const { entries, pages } of all) {
      for (let page = 0; page < pages.length; page++) pages[page] = (pages[page] ?? 0) * scale
      for (let entry = 0; entry < entries.length; entry++) entries[entry] = (entries[entry] ?? 0) * scale
    }
    if (weight > 0) yield* addSemantic(new Map(words.map((word) => [word, 1])), all, weight, slicer)
    // A page with the phrase is wanted, however common its words are.
    const least = phrases.length > 0 ? 0 : mode === "hybrid" ? parameters.minScore : Number.MIN_VALUE
    const kept = makeTopK<readonly [scores: Scores, page: number]>(limits.rankedPages)
    for (const scores of all) {
      const { live, pages } = scores
      const allowed = phrases.length === 0 ? undefined : pagesWithWords(live, phrases, languages)
      for (let page = 0; page < pages.length; page++) {
        const score = pages[page] ?? 0
        const standing = live.pages[page]
        if (score < least || score <= kept.least() || allowed?.[page] === 0) continue
        if (standing === undefined || !filter(standing)) continue
        if (allowed !== undefined) {
          yield* slicer.spend(perPhraseCheck)
          if (!pageHasPhrases(live, page, phrases)) continue
        }
        kept.offer(score, [scores, page])
      }
    }
    yield* yieldFairly
    return kept
      .sorted()
      .flatMap(({ score, value: [{ entries, live }, page] }) =>
        passagesOf(live, page, entries, score, phrases)
      )
  })
  return { rank }
}
