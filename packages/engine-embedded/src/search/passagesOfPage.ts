// The passages of a ranked page.
import type { Passage } from "./readers/document.ts"
import type { LiveSegment } from "./segments/segmentWithDeletions.ts"
import type { IndexedPage } from "./page.ts"
import { hasPhrase, type Phrase } from "./phrases.ts"
import { readEntry } from "./segments/segment.ts"

/** A passage that matches a query. */
export interface RankedPassage {
  readonly page: IndexedPage
  readonly passage: Passage
  /** Above 0, higher is better. Only comparable within one query. */
  readonly score: number
}

/**
 * The passages of a page that match, best first. With quoted phrases, only passages with one of them, if any has one. When no
 * passage matches, as when only the title does, the first passage.
 */
export const passagesOf = (
  { pages, segment }: LiveSegment,
  page: number,
  entries: Float64Array,
  score: number,
  phrases: ReadonlyArray<Phrase>
): ReadonlyArray<RankedPassage> => {
  const livePage = pages[page]
  const first = (segment.firstEntry[page] ?? 0) + 1
  const end = segment.firstEntry[page + 1] ?? 0
  const found: Array<readonly [entry: number, score: number]> = []
  for (let entry = first; entry < end; entry++) {
    const own = entries[entry] ?? 0
    if (own > 0 || phrases.length > 0) found.push([entry, own])
  }
  const quoting = found.filter(([entry]) => {
    const { heading, text } = phrases.length === 0 ? { heading: "", text: "" } : readEntry(segment, entry)
    return phrases.some((phrase) => hasPhrase([heading, text], phrase))
  })
  const matching = quoting.length > 0 ? quoting : found.filter(([, own]) => own > 0)
  if (matching.length === 0 && first < end) matching.push([first, 1])
  const order = matching.toSorted(([, left], [, right]) => right - left)
  const best = order[0]?.[1] || 1
  return livePage === undefined
    ? []
    : order.map(([entry, own]) => ({
        page: livePage,
        passage: readEntry(segment, entry),
        score: (score * own) / best
      }))
}
