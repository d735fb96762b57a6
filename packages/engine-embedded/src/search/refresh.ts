// Finds what has changed in the folder of an index, and reads the changed files into segments.
import { yieldFairly } from "@leadline/core/internal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { makeAnalyzer } from "./analyzer.ts"
import { listFiles, readFile, readStamp, type SourceFile } from "./folder.ts"
import type { StoredChange } from "./segments/indexFile.ts"
import * as limits from "./limits.ts"
import { readDocument } from "./page.ts"
import { documentOf, type PageTable } from "./segments/pageTable.ts"
import type { Document } from "./readers/document.ts"
import { makeProgress, type ProgressSink } from "./progress.ts"
import { makeSegmentBuilder } from "./segments/segmentBuilder.ts"

/** What to index, and where to store the index. */
export interface IndexOptions {
  /** The folder whose Markdown, HTML and text files are indexed, sub-folders included. */
  readonly folder: string
  /** Selects files by their path within the folder. Default: all. */
  readonly include?: ((path: string) => boolean) | undefined
  /** File that the index is stored in; its folder must exist. Default: not stored, every start indexes all files. */
  readonly indexFile?: string | undefined
  // Assumed: ours.
  /** Prefix of the URL of a file; its path follows. Default: `https://leadline.example/`. */
  readonly baseUrl?: string | undefined
  /** Where progress is written. Default: standard error. */
  readonly progress?: ProgressSink | undefined
}

const includeAll = () => true

const logSkippedFiles = (folder: string, reasons: ReadonlyMap<string, number>) =>
  reasons.size === 0
    ? Effect.void
    : Effect.logWarning(
        `Skipped files in ${folder}: ${Array.from(reasons, ([reason, count]) => `${count} ${reason}`).join(", ")}.`
      )

/** Files that are read at once. */
const readAtOnce = 16

/** Files whose stamps are read without a pause. */
const stampsAtOnce = 64

/** A file that was changed less than this many milliseconds before it was read may change again without a new time. */
const sameStamp = 1_000

/** Stored in place of the size of such a file, so that the next refresh reads it again. */
const unknownSize = -1

/** Compares the files of the folder with those of the table. */
const compareFolder = Effect.fnUntraced(function* (
  { folder, include = includeAll }: IndexOptions,
  table: PageTable,
  skip: (reason: string) => void
) {
  const { full, paths } = yield* listFiles(folder, include)
  if (full) skip("over the limit of files")
  const kept: Array<string> = []
  const changed: Array<string> = []
  let bytes = 0
  for (const [index, path] of paths.entries()) {
    if (index % stampsAtOnce === 0) yield* yieldFairly
    const stamp = readStamp(folder, path)
    const known = table.entries.get(path)
    const size = stamp?.size ?? 0
    if (bytes > limits.folderBytes) skip("over the limit of bytes")
    else if (stamp !== undefined && known?.stamp.size === size && known.stamp.modified === stamp.modified)
      kept.push(path)
    else changed.push(path)
    bytes += size
  }
  return { changed, kept, total: paths.length }
})

/** Reads a page; `undefined`, and a warning that names it, when its reader fails. */
const readPage = (source: SourceFile): Effect.Effect<Document | undefined> =>
  Effect.try({ try: () => readDocument(source), catch: () => source.path }).pipe(
    Effect.catch((path) => Effect.as(Effect.logWarning(`Left out ${path}: it cannot be read.`), undefined))
  )

/** Reads the changed files of the folder into segments. For files with the same content only the time is updated. */
export const readFolder = Effect.fnUntraced(function* (
  wordVectors: WordVectors,
  options: IndexOptions,
  table: PageTable
) {
  const { folder, progress } = options
  const reasons = new Map<string, number>()
  const skip = (reason: string) => void reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  const { changed, kept, total } = yield* compareFolder(options, table, skip)
  const now = yield* Clock.currentTimeMillis
  const changes: Array<StoredChange> = []
  const builder = makeSegmentBuilder(wordVectors, makeAnalyzer())
  let stamps: Array<StoredChange["stamps"][number]> = []
  const seal = () => {
    if (stamps.length > 0) changes.push({ segment: builder.seal(), stamps, removed: [] })
    stamps = []
  }
  const present = new Set(kept)
  let read = 0
  const { done, end } = yield* makeProgress(total, progress)
  for (let start = 0; start < changed.length; start += readAtOnce) {
    const results = yield* Effect.forEach(
      changed.slice(start, start + readAtOnce),
      (path) => readFile(folder, path),
      { concurrency: readAtOnce }
    )
    for (const result of results) {
      if (result._tag === "LeftOut") {
        skip(result.reason)
        continue
      }
      const { hash, path, stamp } = result.source
      const known = table.entries.get(path)
      const before = read
      if (known?.segment.pages[known.page]?.hash !== hash) {
        const document = yield* readPage(result.source)
        if (document === undefined) {
          skip("unreadable")
          continue
        }
        builder.add(path, hash, document)
        read++
      }
      present.add(path)
      const size = stamp.modified < now - sameStamp ? stamp.size : unknownSize
      if (known?.stamp.size !== size || known.stamp.modified !== stamp.modified || read > before)
        stamps.push([path, size, stamp.modified])
      if (builder.isFull()) seal()
      yield* Effect.yieldNow
    }
    yield* done(kept.length + start + results.length)
  }
  seal()
  yield* end
  yield* logSkippedFiles(folder, reasons)
  const removed = Array.from(table.entries.keys()).filter((path) => !present.has(path))
  if (removed.length > 0) changes.push({ segment: builder.seal(), stamps: [], removed })
  return { changes, kept: present.size - read, leftOut: total - present.size, read, removed: removed.length }
})

/** When there are too many segments, rebuilds the pages of small ones together. */
export const mergeScattered = Effect.fnUntraced(function* (wordVectors: WordVectors, table: PageTable) {
  const builder = makeSegmentBuilder(wordVectors, makeAnalyzer())
  const changes: Array<StoredChange> = []
  let stamps: Array<StoredChange["stamps"][number]> = []
  const seal = () => {
    if (stamps.length > 0) changes.push({ segment: builder.seal(), stamps, removed: [] })
    stamps = []
  }
  for (const path of table.scattered()) {
    const entry = table.entries.get(path)
    if (entry === undefined) continue
    const { document, hash } = documentOf(entry)
    builder.add(path, hash, document)
    stamps.push([path, entry.stamp.size, entry.stamp.modified])
    if (builder.isFull()) seal()
    yield* Effect.yieldNow
  }
  seal()
  return changes
})
