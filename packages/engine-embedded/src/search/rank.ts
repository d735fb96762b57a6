// Ranks passages for a query: by words they share (BM25) and by the meaning of their words (vectors).
// Source: none; the arithmetic of this engine.
import * as Effect from "effect/Effect"
import { makePace } from "../pace.ts"
import type { Weights } from "../vectors.ts"
import * as limits from "./limits.ts"
import type { IndexedPassage, Page } from "./page.ts"
import { countWords, keyOf } from "./words.ts"

/** A passage that fits a query. */
export interface Ranked {
  readonly page: Page
  readonly passage: IndexedPassage
  /** Above 0; the higher the better. Comparable within one query. */
  readonly score: number
}

/** What counts: shared words, meaning, or both. The single ones are for measuring. */
export type Means = "both" | "words" | "meaning"

/** Ranks passages of the pages it was made over. */
export interface Ranker {
  readonly rank: (
    query: string,
    fits: (page: Page) => boolean,
    means?: Means
  ) => Effect.Effect<ReadonlyArray<Ranked>>
}

const saturation = 1.2
const lengthShare = 0.6
/** How often a word of the title or of a heading counts. */
const titleCount = 2
const headingCount = 3
/** How much a word near in meaning counts beside the word itself. */
const nearCount = 0.35
const leastNear = 0.55
/** What meaning weighs beside words. */
const meaningShare = 0.6
const leastMeaning = 0.3
const leastScore = 0.12

interface Entry {
  readonly page: Page
  readonly passage: IndexedPassage
  readonly length: number
}

interface Posting {
  readonly entry: number
  readonly count: number
}

const addVector = (weights: Weights, word: string, times: number, sum: Float64Array): void => {
  const index = weights.indexOf(word)
  if (index === undefined) return
  // Frequent words say little about a text as a whole.
  const scale = times * (1e-3 / (1e-3 + 0.1 / weights.rank(index)))
  const at = index * weights.dimensions
  for (let d = 0; d < sum.length; d++) sum[d] = (sum[d] ?? 0) + scale * (weights.table[at + d] ?? 0)
}

const normalize = (sum: Float64Array): Float64Array => {
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0))
  return length === 0 ? sum : sum.map((value) => value / length)
}

const vectorOf = (weights: Weights, words: ReadonlyMap<string, number>): Float64Array => {
  const sum = new Float64Array(weights.dimensions)
  for (const [word, count] of words) addVector(weights, word, Math.log(1 + count), sum)
  return normalize(sum)
}

const joined = (page: Page, passage: IndexedPassage): ReadonlyMap<string, number> => {
  const all = new Map(passage.words)
  const add = (text: string, times: number) => {
    for (const [word, count] of countWords(text)) all.set(word, (all.get(word) ?? 0) + count * times)
  }
  add(page.title, titleCount)
  add(passage.heading, headingCount)
  return all
}

/** Makes a ranker: work grows with the words of all pages. */
export const makeRanker = Effect.fnUntraced(function* (weights: Weights, pages: ReadonlyArray<Page>) {
  const pace = makePace()
  const entries: Array<Entry> = []
  const postings = new Map<string, Array<Posting>>()
  const vectors: Array<Float64Array> = []
  for (const page of pages) {
    for (const passage of page.passages) {
      const words = joined(page, passage)
      const counts = new Map<string, number>()
      let length = 0
      for (const [word, count] of words) {
        counts.set(keyOf(word), (counts.get(keyOf(word)) ?? 0) + count)
        length += count
      }
      for (const [key, count] of counts) {
        const list = postings.get(key)
        if (list === undefined) postings.set(key, [{ entry: entries.length, count }])
        else list.push({ entry: entries.length, count })
      }
      vectors.push(vectorOf(weights, words))
      entries.push({ page, passage, length })
      yield* pace.spend(words.size / 4)
    }
  }
  const average = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length)

  const rarity = (key: string): number => {
    const count = postings.get(key)?.length ?? 0
    return Math.log(1 + (entries.length - count + 0.5) / (count + 0.5))
  }

  /** Keys to look for, with how much each counts: the word itself 1, words near it less. */
  const near = (word: string): ReadonlyMap<string, number> => {
    const found = new Map([[keyOf(word), 1]])
    const index = weights.indexOf(word)
    if (index === undefined) return found
    for (const neighbour of weights.neighbours(index)) {
      const key = keyOf(neighbour.word)
      if (neighbour.similarity >= leastNear && !found.has(key))
        found.set(key, nearCount * neighbour.similarity)
    }
    return found
  }

  const byWords = (words: Iterable<string>, expanded: boolean): Float64Array => {
    const scores = new Float64Array(entries.length)
    let most = 0
    for (const word of words) {
      const best = new Map<number, number>()
      const own = rarity(keyOf(word))
      most += own * (saturation + 1)
      for (const [key, share] of expanded ? near(word) : new Map([[keyOf(word), 1]])) {
        for (const { count, entry } of postings.get(key) ?? []) {
          const length = (entries[entry]?.length ?? 0) / average
          const frequency =
            (count * (saturation + 1)) / (count + saturation * (1 - lengthShare + lengthShare * length))
          const score = share * Math.min(own, rarity(key)) * frequency
          if (score > (best.get(entry) ?? 0)) best.set(entry, score)
        }
      }
      for (const [entry, score] of best) scores[entry] = (scores[entry] ?? 0) + score
    }
    return most === 0 ? scores : scores.map((score) => score / most)
  }

  const byMeaning = (words: ReadonlyMap<string, number>): Float64Array => {
    const asked = vectorOf(weights, words)
    return Float64Array.from(vectors, (vector) => {
      let dot = 0
      for (let d = 0; d < asked.length; d++) dot += (asked[d] ?? 0) * (vector[d] ?? 0)
      return Math.max(0, (dot - leastMeaning) / (1 - leastMeaning))
    })
  }

  const rank: Ranker["rank"] = Effect.fnUntraced(function* (query, fits, means = "both") {
    const asked = countWords(query.slice(0, limits.queryCharacters))
    const words = new Map(Array.from(asked).slice(0, limits.queryWords))
    const shared = means === "meaning" ? undefined : byWords(words.keys(), means === "both")
    yield* Effect.yieldNow
    const meant = means === "words" ? undefined : byMeaning(words)
    const found: Array<Ranked> = []
    for (const [index, { page, passage }] of entries.entries()) {
      const score = (shared?.[index] ?? 0) + meaningShare * (meant?.[index] ?? 0)
      if (score >= (means === "both" ? leastScore : 1e-9) && fits(page)) found.push({ page, passage, score })
    }
    return found.toSorted((left, right) => right.score - left.score)
  })
  const ranker: Ranker = { rank }
  return ranker
})
