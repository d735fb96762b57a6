// The current pages of an index, by path. Segments are immutable: pages of a later one replace those of earlier ones.
import type { Document } from "../readers/document.ts"
import type { Stamp } from "../folder.ts"
import type { StoredChange } from "./indexFile.ts"
import * as limits from "../limits.ts"
import { type LiveSegment, measure } from "./segmentWithDeletions.ts"
import { type IndexedPage, makeHostOf, toIndexedPage, withNeighboursLanguage } from "../page.ts"
import { readEntry, type Segment } from "./segment.ts"

/** A page and where it is stored. */
export interface TableEntry {
  readonly segment: Segment
  readonly page: number
  readonly stamp: Stamp
}

/** The pages of an index. */
export class PageTable {
  readonly entries: Map<string, TableEntry> = new Map()
  readonly #measured = new Map<Segment, ReturnType<typeof measure>>()
  readonly #indexed = new WeakMap<TableEntry, IndexedPage>()
  readonly #baseUrl: string
  readonly #hostOf: (url: string) => string

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
    this.#hostOf = makeHostOf(baseUrl)
  }

  /** Applies a change: its pages replace those of the same path. */
  apply({ removed, segment, stamps }: StoredChange): void {
    const pages = new Map(segment.pages.map(({ path }, page) => [path, page]))
    for (const path of removed) this.entries.delete(path)
    for (const [path, size, modified] of stamps) {
      const stamp = { size, modified }
      const page = pages.get(path)
      const place = page === undefined ? this.entries.get(path) : { segment, page }
      if (place !== undefined) this.entries.set(path, { ...place, stamp })
    }
    if (segment.pages.length > 0) this.#measured.set(segment, measure(segment))
  }

  /** The segments with live pages, and how many each has. Drops the other segments. */
  segments(): ReadonlyMap<Segment, number> {
    const counts = new Map<Segment, number>()
    for (const { segment } of this.entries.values()) counts.set(segment, (counts.get(segment) ?? 0) + 1)
    for (const segment of this.#measured.keys()) if (!counts.has(segment)) this.#measured.delete(segment)
    // Oldest first.
    return new Map(Array.from(this.#measured.keys(), (segment) => [segment, counts.get(segment) ?? 0]))
  }

  #indexedPage(entry: TableEntry): IndexedPage {
    const known = this.#indexed.get(entry)
    if (known !== undefined) return known
    const stored = entry.segment.pages[entry.page]
    if (stored === undefined) throw new Error("A page is not in its segment.")
    const made = toIndexedPage(stored, entry.stamp.modified, this.#baseUrl, this.#hostOf)
    this.#indexed.set(entry, made)
    return made
  }

  /** The current segments and pages. Pages are sorted by path. */
  current(): { readonly live: ReadonlyArray<LiveSegment>; readonly pages: ReadonlyArray<IndexedPage> } {
    const entries = Array.from(this.entries).toSorted(([left], [right]) => (left < right ? -1 : 1))
    const pages = withNeighboursLanguage(
      entries.map(([, entry]) => ({
        page: this.#indexedPage(entry),
        guess: entry.segment.pages[entry.page]?.languageGuess
      }))
    )
    const pagesOf = new Map<Segment, Array<IndexedPage | undefined>>()
    for (const segment of this.segments().keys())
      pagesOf.set(
        segment,
        segment.pages.map(() => undefined)
      )
    for (const [index, [, { page, segment }]] of entries.entries()) {
      const list = pagesOf.get(segment)
      if (list !== undefined) list[page] = pages[index]
    }
    const live = Array.from(pagesOf, ([segment, list]): LiveSegment => {
      const measured = this.#measured.get(segment) ?? measure(segment)
      return { segment, pages: list, ...measured }
    })
    return { live, pages }
  }

  /** The whole index as changes, oldest segment first, to rewrite the file. */
  changes(): ReadonlyArray<StoredChange> {
    const all = Array.from(this.segments().keys())
    const stamps = new Map(all.map((segment) => [segment, [] as Array<readonly [string, number, number]>]))
    for (const [path, { segment, stamp }] of this.entries)
      stamps.get(segment)?.push([path, stamp.size, stamp.modified])
    return all.map((segment) => ({
      segment,
      stamps: (stamps.get(segment) ?? []).toSorted(([left], [right]) => (left < right ? -1 : 1)),
      removed: []
    }))
  }

  /** Paths of pages to store together: those of small segments, and of segments whose pages are mostly deleted. */
  scattered(): ReadonlyArray<string> {
    const counts = this.segments()
    if (counts.size <= limits.segments) return []
    const small = new Set(
      Array.from(counts).flatMap(([segment, livePages]) =>
        livePages < limits.segmentPages / 4 || livePages < segment.pages.length / 2 ? [segment] : []
      )
    )
    return Array.from(this.entries)
      .filter(([, { segment }]) => small.has(segment))
      .map(([path]) => path)
      .toSorted()
  }
}

/** A page of a segment as a document. */
export const documentOf = ({
  page,
  segment
}: TableEntry): { readonly hash: string; readonly document: Document } => {
  const stored = segment.pages[page]
  if (stored === undefined) throw new Error("A page is not in its segment.")
  const { hash, passages: count, path: _path, ...rest } = stored
  const first = (segment.firstEntry[page] ?? 0) + 1
  const passages = Array.from({ length: count }, (_, index) => readEntry(segment, first + index))
  return { hash, document: { ...rest, passages } }
}
