// The ranker of earlier versions, kept to compare with: BM25 of passages and similar words, always blended with the
// similarity of word vectors.
import * as Effect from "effect/Effect"
import { makeTimeSlicer, type TimeSlicer } from "../../src/scheduling/timeSlicer.ts"
import type { WordVectors } from "../../src/vectors/wordVectors.ts"
import * as limits from "../../src/search/limits.ts"
import { sumWordVectors } from "../../src/search/segments/segmentBuilder.ts"
import { stem as stemOf } from "../../src/text/stem.ts"
import { tokenize } from "../../src/text/tokenize.ts"
import { stopWords } from "../../src/text/wordLists.ts"

/** A page to rank. */
export interface BlendedPage {
  readonly path: string
  readonly title: string
  readonly passages: ReadonlyArray<{ readonly heading: string; readonly text: string }>
}

const countWords = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { kind, text: word } of tokenize(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")))
    if (kind !== "sign" && !stopWords.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const saturation = 1.2
const lengthNormalization = 0.6
/** How many times a word of the title or of a heading counts. */
const titleWeight = 2
const headingWeight = 3
/** Weight of a similar word, relative to the word itself. */
const similarWordWeight = 0.35
const minSimilarity = 0.55
/** Weight of the semantic score, relative to the lexical one. */
const semanticWeight = 0.6
const minSemanticSimilarity = 0.3
const minScore = 0.12
/** A passage with this many words of a query gets the full score, however long the query is. */
const maxNormalizedWords = 8

interface Entry {
  readonly page: BlendedPage
  readonly length: number
}

/** Postings of a word: alternating index of a passage and count. */
type Postings = Array<number>

/** Memoizes a function: words and headings repeat. */
const memoize = <A>(make: (text: string) => A) => {
  const known = new Map<string, A>()
  return (text: string): A => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    known.set(text, made)
    return made
  }
}

/** Writes the normalised sum of word vectors to `into`; zeros when no word is known. */
const writeVector = (
  wordVectors: WordVectors,
  words: ReadonlyMap<string, number>,
  into: Float32Array,
  at: number
) => {
  const sum = sumWordVectors(wordVectors, words)
  let square = 0
  for (const value of sum) square += value * value
  if (square === 0) return
  const length = Math.sqrt(square)
  for (const [d, value] of sum.entries()) into[at + d] = value / length
}

/** Makes a ranker over pages. Linear in the number of their words. */
export const makeBlendedRanker = Effect.fnUntraced(function* (
  wordVectors: WordVectors,
  pages: ReadonlyArray<BlendedPage>
) {
  const { dimensions } = wordVectors
  const slicer = makeTimeSlicer()
  const total = pages.reduce((sum, { passages }) => sum + passages.length, 0)
  const entries: Array<Entry> = []
  const postings = new Map<string, Postings>()
  const vectors = new Float32Array(total * dimensions)
  const stems = memoize(stemOf)
  const counted = memoize(countWords)
  for (const page of pages) {
    for (const passage of page.passages) {
      const words = new Map(countWords(passage.text))
      const add = (text: string, times: number) => {
        for (const [word, count] of counted(text)) words.set(word, (words.get(word) ?? 0) + count * times)
      }
      add(page.title, titleWeight)
      add(passage.heading, headingWeight)
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
      writeVector(wordVectors, words, vectors, entries.length * dimensions)
      entries.push({ page, length })
      yield* slicer.spend(words.size)
    }
  }
  const lengths = Float64Array.from(entries, ({ length }) => length)
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, entries.length)

  const inverseDocumentFrequency = (key: string): number => {
    const count = (postings.get(key)?.length ?? 0) / 2
    return Math.log(1 + (entries.length - count + 0.5) / (count + 0.5))
  }

  /** Stems to look up with their weights: the word itself 1, similar words less. */
  const expandTerm = (word: string): ReadonlyMap<string, number> => {
    const found = new Map([[stemOf(word), 1]])
    const index = wordVectors.indexOf(word)
    if (index === undefined) return found
    for (const neighbour of wordVectors.neighbours(index)) {
      const key = stemOf(neighbour.word)
      if (neighbour.similarity >= minSimilarity && !found.has(key))
        found.set(key, similarWordWeight * neighbour.similarity)
    }
    return found
  }

  /** BM25, normalised by the score of a passage full of the words. Of a word and similar ones the best counts. */
  const lexicalScores = Effect.fnUntraced(function* (
    words: Iterable<string>,
    expanded: boolean,
    querySlicer: TimeSlicer
  ) {
    const scores = new Float64Array(entries.length)
    const best = new Float64Array(entries.length)
    const known: Array<number> = []
    const unknown: Array<number> = []
    for (const word of words) {
      const own = inverseDocumentFrequency(stemOf(word))
      let found = false
      best.fill(0)
      for (const [key, share] of expanded ? expandTerm(word) : new Map([[stemOf(word), 1]])) {
        const list = postings.get(key) ?? []
        found ||= list.length > 0
        const weight = share * Math.min(own, inverseDocumentFrequency(key)) * (saturation + 1)
        for (let at = 0; at < list.length; at += 2) {
          const entry = list[at] ?? 0
          const count = list[at + 1] ?? 0
          const length = (lengths[entry] ?? 0) / average
          const score =
            (weight * count) / (count + saturation * (1 - lengthNormalization + lengthNormalization * length))
          if (score > (best[entry] ?? 0)) best[entry] = score
        }
        yield* querySlicer.spend(1 + list.length / 100)
      }
      const rarities = found ? known : unknown
      rarities.push(own)
      for (let entry = 0; entry < best.length; entry++)
        scores[entry] = (scores[entry] ?? 0) + (best[entry] ?? 0)
      yield* querySlicer.spend(32 + entries.length / 250)
    }
    const full = [...known.toSorted((left, right) => right - left), ...unknown].slice(0, maxNormalizedWords)
    const most = full.reduce((sum, own) => sum + own, 0) * (saturation + 1)
    if (most > 0)
      for (let entry = 0; entry < scores.length; entry++) scores[entry] = (scores[entry] ?? 0) / most
    return scores
  })

  const semanticScores = Effect.fnUntraced(function* (
    words: ReadonlyMap<string, number>,
    querySlicer: TimeSlicer
  ) {
    const asked = new Float32Array(dimensions)
    writeVector(wordVectors, words, asked, 0)
    const scores = new Float64Array(entries.length)
    for (let entry = 0; entry < entries.length; entry++) {
      const row = entry * dimensions
      let dot = 0
      for (let d = 0; d < dimensions; d++) dot += (asked[d] ?? 0) * (vectors[row + d] ?? 0)
      scores[entry] = Math.max(0, (dot - minSemanticSimilarity) / (1 - minSemanticSimilarity))
      if (entry % 256 === 0) yield* querySlicer.spend(64)
    }
    return scores
  })

  /** Paths of the pages, best first. */
  return Effect.fnUntraced(function* (query: string) {
    const querySlicer = makeTimeSlicer()
    const asked = countWords(query.slice(0, limits.queryCharacters))
    const words = new Map(Array.from(asked).slice(0, limits.queryWords))
    const shared = yield* lexicalScores(words.keys(), true, querySlicer)
    const meant = yield* semanticScores(words, querySlicer)
    const found: Array<readonly [string, number]> = []
    for (const [entry, { page }] of entries.entries()) {
      const score = (shared[entry] ?? 0) + semanticWeight * (meant[entry] ?? 0)
      if (score >= minScore) found.push([page.path, score])
    }
    return Array.from(new Set(found.toSorted(([, a], [, b]) => b - a).map(([path]) => path)))
  })
})
