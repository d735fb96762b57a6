// A segment of the index: some pages with their terms, never changed once it is made.
import type { DocumentMetadata } from "../readers/document.ts"

/** A page as it is stored. Its passages are in the segment. */
export interface StoredPage extends DocumentMetadata {
  /** Path within the folder. */
  readonly path: string
  /** SHA-256 of the file, hexadecimal. */
  readonly hash: string
  /** How many passages it has. */
  readonly passages: number
}

/**
 * Pages, and for each term where it occurs. An entry is the title of a page or one of its passages: a page has the
 * entries from `firstEntry[page]`, its title first, up to `firstEntry[page + 1]`.
 */
export interface Segment {
  readonly pages: ReadonlyArray<StoredPage>
  readonly firstEntry: Uint32Array
  /** Terms of an entry. */
  readonly lengths: Uint16Array
  /** Index of a term in `offsets` and `pageCounts`. */
  readonly terms: ReadonlyMap<string, number>
  /** Where the postings of a term start; those of the next end them. */
  readonly offsets: Uint32Array
  /** How many pages have a term. */
  readonly pageCounts: Uint32Array
  /** Packed: see {@link packPosting}. */
  readonly postings: Uint32Array
  /** One vector per entry, of integers from -127 to 127. */
  readonly vectors: Int8Array
  /** Where the heading and the text of an entry start in `text`: two numbers per entry, and the end. */
  readonly textOffsets: Uint32Array
  /** UTF-8. */
  readonly text: Uint8Array
}

/** Entries of a segment, at most. */
export const maxEntries = 1 << 24
export const maxBody = 31
export const maxHeading = 7

/** One occurrence: the entry, how often its text has the term (up to 31), and how often its heading (up to 7). */
export const packPosting = (entry: number, body: number, heading: number): number =>
  ((entry << 8) | (Math.min(heading, maxHeading) << 5) | Math.min(body, maxBody)) >>> 0

const decoder = new TextDecoder()

/** The heading and the text of an entry. */
export const readEntry = ({ text, textOffsets }: Segment, entry: number) => {
  const [start = 0, middle = 0, end = 0] = textOffsets.subarray(2 * entry, 2 * entry + 3)
  return {
    heading: decoder.decode(text.subarray(start, middle)),
    text: decoder.decode(text.subarray(middle, end))
  }
}
