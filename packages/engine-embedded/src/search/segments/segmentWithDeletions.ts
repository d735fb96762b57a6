// A segment with its deletions: which of its pages are live.
import type { IndexedPage } from "../page.ts"
import type { Segment } from "./segment.ts"

/** A segment of the current index. */
export interface LiveSegment {
  readonly segment: Segment
  /** Per page: its metadata; `undefined` when it is deleted, because a later segment has it or its file is gone. */
  readonly pages: ReadonlyArray<IndexedPage | undefined>
  /** The page of each entry. */
  readonly pageOf: Uint32Array
  /** Terms of each page, title included. */
  readonly pageLengths: Float64Array
}

/** The page of each entry, and the length of each page. Computed once per segment. */
export const measure = ({
  firstEntry,
  lengths,
  pages
}: Segment): Pick<LiveSegment, "pageLengths" | "pageOf"> => {
  const pageOf = new Uint32Array(lengths.length)
  const pageLengths = new Float64Array(pages.length)
  for (let page = 0; page < pages.length; page++) {
    let length = 0
    for (let entry = firstEntry[page] ?? 0; entry < (firstEntry[page + 1] ?? 0); entry++) {
      pageOf[entry] = page
      length += lengths[entry] ?? 0
    }
    pageLengths[page] = length
  }
  return { pageOf, pageLengths }
}
