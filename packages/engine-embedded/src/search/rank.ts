// Ranks passages for a query: by words they share (BM25) and by the meaning of their words (vectors).
import { yieldFairly } from "@leadline/core/scheduling"
import * as Effect from "effect/Effect"
import { makePace, type Pace } from "../pace.ts"
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
/** A passage with so many words of a query is full of it, however long the query is. */
const fullWords = 8

interface Entry {
  readonly page: Page
  readonly passage: IndexedPassage
  readonly length: number
}

/** Where a word stands: entry and count, one after the other. */
type Postings = Array<number>

/** A function that remembers: words and headings come again and again. */
const remembering = <A>(make: (text: string) => A) => {
  const known = new Map<string, A>()
  return (text: string): A => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    known.set(text, made)
    return made
  }
}

/** Adds the vectors of words and brings the sum to length 1; without a known word it stays zero. */
const vectorInto = (weights: Weights, words: ReadonlyMap<string, number>, into: Float32Array, at: number) => {
  const { dimensions, table } = weights
  const sum = new Float64Array(dimensions)
  for (const [word, count] of words) {
    const index = weights.indexOf(word)
    if (index === undefined) continue
    // Frequent words say little about a text as a whole.
    const scale = Math.log(1 + count) * (1e-3 / (1e-3 + 0.1 / weights.rank(index)))
    const row = index * dimensions
    for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + scale * (table[row + d] ?? 0)
  }
  let square = 0
  for (const value of sum) square += value * value
  if (square === 0) return
  const length = Math.sqrt(square)
  for (let d = 0; d < dimensions; d++) into[at + d] = (sum[d] ?? 0) / length
}

/** Makes a ranker: work grows with the words of all pages. */
export const makeRanker = Effect.fnUntraced(function* (weights: Weights, pages: ReadonlyArray<Page>) {
  const { dimensions } = weights
  const pace = makePace()
  const total = pages.reduce((sum, { passages }) => sum + passages.length, 0)
  const entries: Array<Entry> = []
  const postings = new Map<string, Postings>()
  const vectors = new Float32Array(total * dimensions)
  const stems = remembering(keyOf)
  const counted = remembering(countWords)
  for (const page of pages) {
    for (const passage of page.passages) {
      const words = new Map(passage.words)
      const add = (text: string, times: number) => {
        for (const [word, count] of counted(text)) words.set(word, (words.get(word) ?? 0) + count * times)
      }
      add(page.title, titleCount)
      add(passage.heading, headingCount)
      const counts = new Map<string, number>()
      let length = 0
      for (const [word, count] of words) {
        const key = stems(word)
        counts.set(key, (counts.get(key) ?? 0) + count)
        length += count
      }
      for (const [key, count] of counts) {
        const list = postings.get(key)
        if (list === undefined) postings.set(key, [entries.length, count])
        else list.push(entries.length, count)
      }
      vectorInto(weights, words, vectors, entries.length * dimensions)
      entries.push({ page, passage, length })
      yield* pace.spend(words.size)
    }
  }
  const lengths = Float64Array.from(entries, ({ length }) => length)
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, entries.length)

  const rarity = (key: string): number => {
    const count = (postings.get(key)?.length ?? 0) / 2
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

  /** BM25 as a share of what a passage full of the words would get; of a word and those near it the best counts. */
  const byWords = Effect.fnUntraced(function* (words: Iterable<string>, expanded: boolean, work: Pace) {
    const scores = new Float64Array(entries.length)
    const best = new Float64Array(entries.length)
    const known: Array<number> = []
    const unknown: Array<number> = []
    for (const word of words) {
      const own = rarity(keyOf(word))
      let found = false
      best.fill(0)
      for (const [key, share] of expanded ? near(word) : new Map([[keyOf(word), 1]])) {
        const list = postings.get(key) ?? []
        found ||= list.length > 0
        const weight = share * Math.min(own, rarity(key)) * (saturation + 1)
        for (let at = 0; at < list.length; at += 2) {
          const entry = list[at] ?? 0
          const count = list[at + 1] ?? 0
          const length = (lengths[entry] ?? 0) / average
          const score = (weight * count) / (count + saturation * (1 - lengthShare + lengthShare * length))
          if (score > (best[entry] ?? 0)) best[entry] = score
        }
        yield* work.spend(1 + list.length / 100)
      }
      const rarities = found ? known : unknown
      rarities.push(own)
      for (let entry = 0; entry < best.length; entry++)
        scores[entry] = (scores[entry] ?? 0) + (best[entry] ?? 0)
      yield* work.spend(32 + entries.length / 250)
    }
    const full = [...known.toSorted((left, right) => right - left), ...unknown].slice(0, fullWords)
    const most = full.reduce((sum, own) => sum + own, 0) * (saturation + 1)
    if (most > 0)
      for (let entry = 0; entry < scores.length; entry++) scores[entry] = (scores[entry] ?? 0) / most
    return scores
  })

  const byMeaning = Effect.fnUntraced(function* (words: ReadonlyMap<string, number>, work: Pace) {
    const asked = new Float32Array(dimensions)
    vectorInto(weights, words, asked, 0)
    const scores = new Float64Array(entries.length)
    for (let entry = 0; entry < entries.length; entry++) {
      const row = entry * dimensions
      let dot = 0
      for (let d = 0; d < dimensions; d++) dot += (asked[d] ?? 0) * (vectors[row + d] ?? 0)
      scores[entry] = Math.max(0, (dot - leastMeaning) / (1 - leastMeaning))
      if (entry % 256 === 0) yield* work.spend(64)
    }
    return scores
  })

  const rank: Ranker["rank"] = Effect.fnUntraced(function* (query, fits, means = "both") {
    const work = makePace()
    const asked = countWords(query.slice(0, limits.queryCharacters))
    const words = new Map(Array.from(asked).slice(0, limits.queryWords))
    yield* work.spend(query.length > limits.queryCharacters ? limits.queryCharacters / 4 : query.length / 4)
    const shared = means === "meaning" ? undefined : yield* byWords(words.keys(), means === "both", work)
    const meant = means === "words" ? undefined : yield* byMeaning(words, work)
    const allowed = new Set(pages.filter(fits))
    const least = means === "both" ? leastScore : Number.MIN_VALUE
    const found: Array<Ranked> = []
    for (let entry = 0; entry < entries.length; entry++) {
      const score = (shared?.[entry] ?? 0) + meaningShare * (meant?.[entry] ?? 0)
      const stands = score >= least ? entries[entry] : undefined
      if (stands !== undefined && allowed.has(stands.page))
        found.push({ page: stands.page, passage: stands.passage, score })
    }
    yield* yieldFairly
    return found.toSorted((left, right) => right.score - left.score)
  })
  const ranker: Ranker = { rank }
  return ranker
})
