// Scores pages and their passages by the words they share with a query: BM25.
import * as Effect from "effect/Effect"
import type { TimeSlicer } from "../scheduling/timeSlicer.ts"
import { parameters } from "./rankingParameters.ts"
import { maxBody } from "./segments/segment.ts"
import type { LiveSegment } from "./segments/segmentWithDeletions.ts"

/** A word of the query. */
export interface QueryTerm {
  /** The terms that match it, with their weights: its stem in each language, and similar words. */
  readonly terms: ReadonlyMap<string, number>
  /** Its inverse document frequency. */
  readonly rarity: number
}

/** Scores of one segment, per page and per entry. */
export interface Scores {
  readonly live: LiveSegment
  readonly pages: Float64Array
  readonly entries: Float64Array
}

/** Pages whose title or path has a word, with the weight of the matching term. */
type NamedPages = Map<number, number>

/** The term frequency factor of BM25. `relativeLength` is the length of the text relative to the average. */
const saturate = (times: number, saturation: number, lengthShare: number, relativeLength: number): number =>
  (times * (saturation + 1)) / (times + saturation * (1 - lengthShare + lengthShare * relativeLength))

/** Number of live pages, and average lengths in terms. */
const measureAll = (segments: ReadonlyArray<LiveSegment>) => {
  let [pageCount, entryCount, length, titleLength] = [0, 0, 0, 0]
  for (const { pageLengths, pageOf, pages, segment } of segments) {
    entryCount += pageOf.length
    for (const [page, live] of pages.entries()) {
      if (live === undefined) continue
      pageCount++
      length += pageLengths[page] ?? 0
      titleLength += segment.lengths[segment.firstEntry[page] ?? 0] ?? 0
    }
  }
  return {
    pageCount,
    averagePage: Math.max(1, length / Math.max(1, pageCount)),
    averageEntry: Math.max(1, length / Math.max(1, entryCount)),
    averageTitle: Math.max(1, titleLength / Math.max(1, pageCount))
  }
}

/** Adds the score of the best passage or title of each page to the score of the page. */
const addBestPassage = ({ entries, live, pages }: Scores): void => {
  const { firstEntry } = live.segment
  for (let page = 0; page < pages.length; page++) {
    if (pages[page] === 0) continue
    let best = 0
    for (let entry = firstEntry[page] ?? 0; entry < (firstEntry[page + 1] ?? 0); entry++)
      best = Math.max(best, entries[entry] ?? 0)
    pages[page] = (pages[page] ?? 0) + parameters.passageWeight * best
  }
}

/** Makes a scorer over segments. */
export const makeLexicalScorer = (segments: ReadonlyArray<LiveSegment>) => {
  const { averageEntry, averagePage, averageTitle, pageCount } = measureAll(segments)

  /** How many pages have a term, deleted ones included. */
  const pagesWith = (term: string): number =>
    segments.reduce(
      (sum, { segment: { pageCounts, terms } }) => sum + (pageCounts[terms.get(term) ?? -1] ?? 0),
      0
    )

  /** Inverse document frequency of a term that this many pages have. */
  const rarityOf = (pages: number): number => {
    const known = Math.min(pages, pageCount)
    return Math.log(1 + (pageCount - known + 0.5) / (known + 0.5))
  }

  /** Adds the scores of one term to those of its pages, and its pages with the term in title or path to `named`. */
  const addTerm = (
    { entries, live, pages }: Scores,
    named: NamedPages,
    term: string,
    share: number,
    rarity: number
  ): number => {
    const { pageLengths, pageOf, segment } = live
    const id = segment.terms.get(term)
    if (id === undefined) return 0
    const start = segment.offsets[id] ?? 0
    const end = segment.offsets[id + 1] ?? 0
    const { entryHeadingWeight, entryLength, headingWeight, pageLength, pageSaturation, saturation } =
      parameters
    const weight = share * rarity
    let current = -1
    let times = 0
    const close = () => {
      if (current < 0) return
      const relative = (pageLengths[current] ?? 0) / averagePage
      pages[current] = (pages[current] ?? 0) + weight * saturate(times, pageSaturation, pageLength, relative)
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
      if (isTitle) named.set(page, Math.max(share, named.get(page) ?? 0))
      times += isTitle
        ? Math.min(body, 1) + Math.min(heading, 1)
        : body + headingWeight * Math.min(heading, 1)
      const own = body + (isTitle ? 1 : entryHeadingWeight) * heading
      const relative = (segment.lengths[entry] ?? 0) / averageEntry
      entries[entry] = (entries[entry] ?? 0) + weight * saturate(own, saturation, entryLength, relative)
    }
    close()
    return end - start
  }

  /** Adds the score of a word in titles and paths, where it may be rare although most texts have it. */
  const addNames = (all: ReadonlyArray<Scores>, named: ReadonlyArray<NamedPages>): void => {
    const rarity = rarityOf(named.reduce((sum, { size }) => sum + size, 0))
    const { nameLength, nameWeight, pageSaturation } = parameters
    for (const [index, { live, pages }] of all.entries())
      for (const [page, share] of named[index] ?? []) {
        const { firstEntry, lengths } = live.segment
        const relative = (lengths[firstEntry[page] ?? 0] ?? 0) / averageTitle
        pages[page] =
          (pages[page] ?? 0) + nameWeight * share * rarity * saturate(1, pageSaturation, nameLength, relative)
      }
  }

  const score = Effect.fnUntraced(function* (query: ReadonlyArray<QueryTerm>, slicer: TimeSlicer) {
    const all: ReadonlyArray<Scores> = segments.map((live) => ({
      live,
      pages: new Float64Array(live.pages.length),
      entries: new Float64Array(live.pageOf.length)
    }))
    for (const { rarity, terms } of query) {
      const named = all.map((): NamedPages => new Map())
      for (const [index, scores] of all.entries())
        for (const [term, share] of terms) {
          const postings = addTerm(scores, named[index] ?? new Map(), term, share, rarity)
          // Most terms of a word are of languages that the segment does not have.
          if (postings > 0) yield* slicer.spend(2 + postings / 50)
        }
      addNames(all, named)
    }
    for (const scores of all) {
      addBestPassage(scores)
      yield* slicer.spend(scores.pages.length / 50)
    }
    return all
  })

  return { counts: { pagesWith, rarityOf }, score }
}
