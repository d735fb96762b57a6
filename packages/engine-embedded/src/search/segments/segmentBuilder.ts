// Builds segments of the index from documents.
import type { WordVectors } from "../../vectors/wordVectors.ts"
import { type makeAnalyzer, stemLanguage } from "../analyzer.ts"
import type { Document } from "../readers/document.ts"
import * as limits from "../limits.ts"
import { maxEntries, packPosting, type Segment, type StoredPage } from "./segment.ts"

/** Collects documents. `seal` makes a segment of them and starts the next one. */
export interface SegmentBuilder {
  readonly add: (path: string, hash: string, document: Document) => void
  /** Has the segment as many pages or entries as it may have? */
  readonly isFull: () => boolean
  readonly seal: () => Segment
}

/** The weight of title and heading words in a vector. */
const titleWeight = 2
const headingWeight = 3

/** The sum of the vectors of words, given with their counts. Frequent words weigh less. */
export const sumWordVectors = (
  wordVectors: WordVectors,
  words: ReadonlyMap<string, number>
): Float64Array => {
  const { dimensions, table } = wordVectors
  const sum = new Float64Array(dimensions)
  for (const [word, count] of words) {
    const index = wordVectors.indexOf(word)
    if (index === undefined) continue
    const scale = Math.log(1 + count) * (1e-3 / (1e-3 + 0.1 / wordVectors.rank(index)))
    const row = index * dimensions
    for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + scale * (table[row + d] ?? 0)
  }
  return sum
}

/** Writes the direction of {@link sumWordVectors} to `into`, scaled to integers; zeros when no word is known. */
export const writeVector = (
  wordVectors: WordVectors,
  words: ReadonlyMap<string, number>,
  into: Int8Array
): void => {
  const sum = sumWordVectors(wordVectors, words)
  let square = 0
  for (const value of sum) square += value * value
  if (square === 0) return
  const scale = 127 / Math.sqrt(square)
  for (let d = 0; d < sum.length; d++) into[d] = Math.round((sum[d] ?? 0) * scale)
}

const encoder = new TextEncoder()

const concat = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Growing lists of one segment. */
const emptyState = () => ({
  pages: [] as Array<StoredPage>,
  firstEntry: [0],
  lengths: [] as Array<number>,
  terms: new Map<string, number>(),
  postings: [] as Array<Array<number>>,
  pageCounts: [] as Array<number>,
  lastPage: [] as Array<number>,
  vectors: [] as Array<Int8Array>,
  texts: [] as Array<Uint8Array>,
  textOffsets: [0],
  textLength: 0
})

/** How often each word and each term occurs in the parts of an entry. */
const count = (
  analyzed: ReadonlyArray<{ readonly word: string; readonly term: string }>,
  weight: number,
  words: Map<string, number>
) => {
  const terms = new Map<string, number>()
  for (const { term, word } of analyzed) {
    terms.set(term, (terms.get(term) ?? 0) + 1)
    words.set(word, (words.get(word) ?? 0) + weight)
  }
  return terms
}

/** Makes a builder. Several builders may share an analyzer, and so its cache. */
export const makeSegmentBuilder = (
  wordVectors: WordVectors,
  analyze: ReturnType<typeof makeAnalyzer>
): SegmentBuilder => {
  let state = emptyState()

  const addTerm = (term: string, posting: number): void => {
    let id = state.terms.get(term)
    if (id === undefined) {
      id = state.terms.size
      state.terms.set(term, id)
      state.postings.push([])
      state.pageCounts.push(0)
      state.lastPage.push(-1)
    }
    state.postings[id]?.push(posting)
    if (state.lastPage[id] !== state.pages.length) {
      state.lastPage[id] = state.pages.length
      state.pageCounts[id] = (state.pageCounts[id] ?? 0) + 1
    }
  }
  const addText = (text: string): void => {
    const bytes = encoder.encode(text)
    state.texts.push(bytes)
    state.textLength += bytes.length
    state.textOffsets.push(state.textLength)
  }
  /** Adds a title, which has no text of its own, or a passage. */
  const addEntry = (
    language: string,
    heading: string,
    text: string,
    title: string,
    isTitle: boolean
  ): void => {
    const entry = state.lengths.length
    const words = new Map<string, number>()
    const titleTerms = count(analyze(title, language), titleWeight, words)
    const body = isTitle ? titleTerms : count(analyze(text, language), 1, words)
    const head = count(analyze(heading, language), headingWeight, words)
    for (const [term, times] of body) addTerm(term, packPosting(entry, times, head.get(term) ?? 0))
    for (const [term, times] of head) if (!body.has(term)) addTerm(term, packPosting(entry, 0, times))
    const vector = new Int8Array(wordVectors.dimensions)
    if (!isTitle) writeVector(wordVectors, words, vector)
    state.vectors.push(vector)
    let length = 0
    for (const times of body.values()) length += times
    state.lengths.push(Math.min(length, 65_535))
    addText(isTitle ? "" : heading)
    addText(isTitle ? "" : text)
  }

  return {
    isFull: () => state.pages.length >= limits.segmentPages || state.lengths.length >= maxEntries / 2,
    add: (path, hash, { passages, ...document }) => {
      const language = stemLanguage(document)
      // The words of its path stand where a passage has its heading.
      addEntry(language, path.replace(/\.\w+$/, ""), "", document.title, true)
      for (const { heading, text } of passages) addEntry(language, heading, text, document.title, false)
      state.pages.push({ ...document, path, hash, passages: passages.length })
      state.firstEntry.push(state.lengths.length)
    },
    seal: () => {
      const { firstEntry, lengths, pageCounts, pages, postings, terms, textOffsets, texts, vectors } = state
      const offsets = new Uint32Array(postings.length + 1)
      for (const [id, list] of postings.entries()) offsets[id + 1] = (offsets[id] ?? 0) + list.length
      const all = new Uint32Array(offsets[postings.length] ?? 0)
      for (const [id, list] of postings.entries()) all.set(list, offsets[id])
      const vectorTable = new Int8Array(vectors.length * wordVectors.dimensions)
      for (const [entry, vector] of vectors.entries()) vectorTable.set(vector, entry * wordVectors.dimensions)
      const segment: Segment = {
        pages,
        firstEntry: Uint32Array.from(firstEntry),
        lengths: Uint16Array.from(lengths),
        terms,
        offsets,
        pageCounts: Uint32Array.from(pageCounts),
        postings: all,
        vectors: vectorTable,
        textOffsets: Uint32Array.from(textOffsets),
        text: concat(texts)
      }
      state = emptyState()
      return segment
    }
  }
}
