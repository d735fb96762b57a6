// A segment of the index: some pages with their terms. Segments are immutable.
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
 * Pages with an inverted index. An entry is the title of a page or one of its passages: the entries of a page are those from
 * `firstEntry[page]`, its title, up to `firstEntry[page + 1]`, exclusive.
 */
export interface Segment {
  readonly pages: ReadonlyArray<StoredPage>
  readonly firstEntry: Uint32Array
  /** Number of terms of each entry. */
  readonly lengths: Uint16Array
  /** Index of a term in `offsets` and `pageCounts`. */
  readonly terms: ReadonlyMap<string, number>
  /** Start of the postings of each term; they end where those of the next term start. */
  readonly offsets: Uint32Array
  /** How many pages have each term. */
  readonly pageCounts: Uint32Array
  /** The occurrences of all terms, packed: see {@link packPosting}. */
  readonly postings: Uint32Array
  /** One vector per entry, of integers from -127 to 127. */
  readonly vectors: Int8Array
  /** Start of the heading and of the text of each entry in `text`, two numbers per entry, then the end of `text`. */
  readonly textOffsets: Uint32Array
  /** All headings and texts, UTF-8. */
  readonly text: Uint8Array
}

/** Entries of a segment, at most. */
export const maxEntries = 1 << 24
export const maxBody = 31
export const maxHeading = 7

/** Packs an occurrence: the entry, and how often its text (up to 31) and its heading (up to 7) have the term. */
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
