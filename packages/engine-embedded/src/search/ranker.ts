// Ranks passages for a query by shared words (BM25 of pages and of passages), and by word vectors where words do not
// decide.
import { yieldFairly } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import { makeTimeSlicer, type TimeSlicer } from "../scheduling/timeSlicer.ts"
import { stem } from "../text/stem.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { analyzeQuery } from "./analyzer.ts"
import * as limits from "./limits.ts"
import type { LiveSegment } from "./segments/segmentWithDeletions.ts"
import type { IndexedPage } from "./page.ts"
import { parameters } from "./rankingParameters.ts"
import { maxBody } from "./segments/segment.ts"
import { passagesOf, type RankedPassage } from "./passagesOfPage.ts"
import { writeVector } from "./segments/segmentBuilder.ts"
import { keepBest } from "./bestOfMany.ts"

/** What passages are ranked by: shared words (`lexical`), word vectors (`semantic`), or both (`hybrid`). */
export type RankingMode = "hybrid" | "lexical" | "semantic"

/** Ranks passages of the pages it was made over. */
export interface Ranker {
  readonly rank: (
    query: string,
    filter: (page: IndexedPage) => boolean,
    mode?: RankingMode
  ) => Effect.Effect<ReadonlyArray<RankedPassage>>
}

/** A word of the query: the terms that stand for it, with their weights, and its rarity. */
interface QueryTerm {
  readonly terms: ReadonlyMap<string, number>
  readonly rarity: number
}

/** Scores of one segment, per page and per entry. */
interface Scores {
  readonly live: LiveSegment
  readonly pages: Float64Array
  readonly entries: Float64Array
}

/** Makes a ranker over segments. */
export const makeRanker = (wordVectors: WordVectors, segments: ReadonlyArray<LiveSegment>): Ranker => {
  let pageCount = 0
  let entryCount = 0
  let length = 0
  for (const { pageLengths, pageOf, pages } of segments) {
    entryCount += pageOf.length
    for (const [page, standing] of pages.entries()) {
      if (standing === undefined) continue
      pageCount++
      length += pageLengths[page] ?? 0
    }
  }
  const averagePage = Math.max(1, length / Math.max(1, pageCount))
  const averageEntry = Math.max(1, length / Math.max(1, entryCount))

  const pagesWith = (term: string): number =>
    segments.reduce(
      (sum, { segment: { pageCounts, terms } }) => sum + (pageCounts[terms.get(term) ?? -1] ?? 0),
      0
    )
  const rarityOf = (pages: number): number => {
    const known = Math.min(pages, pageCount)
    return Math.log(1 + (pageCount - known + 0.5) / (known + 0.5))
  }

  /** The terms of a word: its own, and similar ones when no page has it. */
  const expand = (word: string, term: string, similar: boolean): QueryTerm => {
    const own = pagesWith(term)
    const terms = new Map([[term, 1]])
    const index = own === 0 && similar ? wordVectors.indexOf(word) : undefined
    if (index !== undefined)
      for (const neighbour of wordVectors.neighbours(index)) {
        const key = stem(neighbour.word)
        if (neighbour.similarity >= parameters.minSimilarity && !terms.has(key))
          terms.set(key, parameters.similarWeight * neighbour.similarity)
      }
    return { terms, rarity: rarityOf(own) }
  }

  /** Adds the scores of one term. Of a word and similar ones all count. */
  const addTerm = ({ entries, live, pages }: Scores, term: string, weight: number): number => {
    const { pageLengths, pageOf, segment } = live
    const id = segment.terms.get(term)
    if (id === undefined) return 0
    const start = segment.offsets[id] ?? 0
    const end = segment.offsets[id + 1] ?? 0
    const {
      entryHeadingWeight,
      entryLength,
      headingWeight,
      pathWeight,
      pageLength,
      pageSaturation,
      saturation,
      titleWeight
    } = parameters
    let current = -1
    let times = 0
    const close = () => {
      if (current < 0) return
      const relative = (pageLengths[current] ?? 0) / averagePage
      const score =
        (times * (pageSaturation + 1)) / (times + pageSaturation * (1 - pageLength + pageLength * relative))
      pages[current] = (pages[current] ?? 0) + weight * score
    }
    for (let at = start; at < end; at++) {
      const posting = segment.postings[at] ?? 0
      const entry = posting >>> 8
      const body = posting & maxBody
      const heading = (posting >>> 5) & 7
      const page = pageOf[entry] ?? 0
      if (page !== current) {
        close()
        current = page
        times = 0
      }
      const isTitle = entry === segment.firstEntry[page]
      times += isTitle
        ? titleWeight * Math.min(body, 1) + pathWeight * Math.min(heading, 1)
        : body + headingWeight * Math.min(heading, 1)
      const own = body + (isTitle ? pathWeight : entryHeadingWeight) * heading
      const relative = (segment.lengths[entry] ?? 0) / averageEntry
      const score = (own * (saturation + 1)) / (own + saturation * (1 - entryLength + entryLength * relative))
      entries[entry] = (entries[entry] ?? 0) + weight * score
    }
    close()
    return end - start
  }

  const lexicalScores = Effect.fnUntraced(function* (query: ReadonlyArray<QueryTerm>, slicer: TimeSlicer) {
    const found: Array<Scores> = []
    for (const live of segments) {
      const scores: Scores = {
        live,
        pages: new Float64Array(live.pages.length),
        entries: new Float64Array(live.pageOf.length)
      }
      for (const { rarity, terms } of query)
        for (const [term, share] of terms) yield* slicer.spend(2 + addTerm(scores, term, share * rarity) / 50)
      // A page counts by its words in all, and by its best passage or its title.
      const { firstEntry } = live.segment
      for (let page = 0; page < scores.pages.length; page++) {
        if (scores.pages[page] === 0) continue
        let best = 0
        for (let entry = firstEntry[page] ?? 0; entry < (firstEntry[page + 1] ?? 0); entry++)
          best = Math.max(best, scores.entries[entry] ?? 0)
        scores.pages[page] = (scores.pages[page] ?? 0) + parameters.passageWeight * best
      }
      yield* slicer.spend(scores.pages.length / 50)
      found.push(scores)
    }
    return found
  })

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
    const words = new Map(
      Array.from(analyzeQuery(query.slice(0, limits.queryCharacters))).slice(0, limits.queryWords)
    )
    yield* slicer.spend(Math.min(query.length, limits.queryCharacters) / 4)
    // Each term counts once: "retry" and "retries" are one.
    const unique = new Map(Array.from(words, ([word, term]) => [term, word] as const))
    const terms = Array.from(unique, ([term, word]) => expand(word, term, mode === "hybrid"))
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
    if (weight > 0)
      yield* addSemantic(new Map(Array.from(words.keys(), (word) => [word, 1])), all, weight, slicer)
    const least = mode === "hybrid" ? parameters.minScore : Number.MIN_VALUE
    const kept = keepBest<readonly [scores: Scores, page: number]>(limits.rankedPages)
    for (const scores of all)
      for (let page = 0; page < scores.pages.length; page++) {
        const score = scores.pages[page] ?? 0
        if (score < least || score <= kept.least()) continue
        const standing = scores.live.pages[page]
        if (standing !== undefined && filter(standing)) kept.offer(score, [scores, page])
      }
    yield* yieldFairly
    return kept
      .sorted()
      .flatMap(({ score, value: [{ entries, live }, page] }) => passagesOf(live, page, entries, score))
  })
  return { rank }
}
