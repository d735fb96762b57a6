// Brings an index up to date with its folder: reads new and changed files, and removes what is gone.
import { yieldFairly } from "@leadline/core/internal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { readFile, readStamp, type SourceFile, type Stamp, walkFolder } from "./folder.ts"
import type { IndexDatabase } from "./IndexDatabase.ts"
import * as limits from "./limits.ts"
import { datesOf } from "./page.ts"
import type { Document } from "./readers/document.ts"
import { makeWriter } from "./writePage.ts"

/** What to index, and where to store the index. */
export interface IndexOptions {
  /** The folder whose Markdown, HTML and text files are indexed, sub-folders included. */
  readonly folder: string
  /** Selects files by their path within the folder. Default: all. */
  readonly include?: ((path: string) => boolean) | undefined
  /** File that the index is stored in; its folder must exist. Default: not kept, every start indexes all files. */
  readonly indexFile?: string | undefined
  // Assumed: ours.
  /** Prefix of the URL of a file; its path follows. Default: `https://leadline.example/`. */
  readonly baseUrl?: string | undefined
}

/** What a refresh did, in numbers of files. */
export interface RefreshResult {
  /** Unchanged. */
  readonly kept: number
  /** New or changed. */
  readonly read: number
  /** No longer in the folder. */
  readonly removed: number
  /** Left out, such as files that are too large; a warning names them. */
  readonly leftOut: number
  /** Files of other kinds than Markdown, HTML and text, which are not read. */
  readonly otherKinds: number
}

const includeAll = () => true

/** Files that are read at once, and stored in one transaction. */
const readAtOnce = 16

/** Files whose stamps are read without a pause. */
const stampsAtOnce = 64

/** A file that was changed less than this many milliseconds before it was read may change again without a new time. */
const sameStamp = 1_000

/** Stored in place of the size of such a file, so that the next refresh reads it again. */
const unknownSize = -1

/** Milliseconds between two lines of progress on standard error. */
const lineEvery = 10_000

/** Files that are left out and named in a log, at most. */
const namedFiles = 20

const nameLeftOut = (folder: string, leftOut: ReadonlyArray<string>): string => {
  const more = leftOut.length - namedFiles
  const named = leftOut.slice(0, namedFiles).join(", ")
  return `Left out of the search in ${folder}: ${named}${more > 0 ? ` and ${more} more` : ""}.`
}

// The database is asked for each file, and nothing is kept: there may be 100,000 pages.
const selectStamp = "SELECT id, size, modified FROM page WHERE path = ?"
// "0" is the character after "/".
const selectWithin = "SELECT id FROM page WHERE path > ? || '/' AND path < ? || '0'"
const selectPage = "SELECT id, hash, ownDate, ownUpdated FROM page WHERE path = ?"

const countPages = "SELECT count(*) AS pages FROM page"
const selectIds = "SELECT id FROM page WHERE id > ? ORDER BY id LIMIT 1000"
const retime = "UPDATE page SET size = ?, modified = ?, date = ?, updated = ?, published = ? WHERE id = ?"

/** Makes the function that brings an index up to date. It must not run twice at once. */
export const makeRefresh = (database: IndexDatabase, wordVectors: WordVectors, options: IndexOptions) => {
  const { folder, include = includeAll } = options
  /** Files that could not be read, which are not read again until they change. */
  const unreadable = new Map<string, Stamp>()
  /** What the log has said of files that are left out. */
  const logged = new Set<string>()
  const { forget, write } = makeWriter(database, wordVectors)
  let nextId = Number(database.run("SELECT max(id) AS id FROM page")[0]?.["id"] ?? 0) + 1
  /** Stores a file; gives its page, and whether it changed. `undefined` when it cannot be read. */
  const store = (
    source: SourceFile,
    now: number,
    readDocument: (source: SourceFile) => Document
  ): { readonly id: number; readonly isNew: boolean } | undefined => {
    const { hash, path, stamp } = source
    const [stored] = database.run(selectPage, path)
    const size = stamp.modified < now - sameStamp ? stamp.size : unknownSize
    const id = Number(stored?.["id"] ?? nextId++)
    const isNew = stored?.["hash"] !== hash
    if (isNew) {
      let document: Document
      try {
        document = readDocument(source)
      } catch {
        return
      }
      write(id, source, document, { ...stamp, size })
    } else {
      const dates = datesOf(
        {
          ...(typeof stored?.["ownDate"] === "string" && { date: stored["ownDate"] }),
          ...(typeof stored?.["ownUpdated"] === "string" && { lastUpdated: stored["ownUpdated"] })
        },
        stamp.modified
      )
      database.run(retime, size, stamp.modified, dates.date, dates.updated, dates.published, id)
    }
    return { id, isNew }
  }

  /** Runs writes as one transaction, without a pause. */
  const inTransaction = (writes: () => void): void => {
    database.exec("BEGIN")
    try {
      writes()
      database.exec("COMMIT")
    } catch (error) {
      database.exec("ROLLBACK")
      throw error
    }
  }

  return Effect.gen(function* () {
    const changed: Array<{ readonly path: string; readonly stamp: Stamp | undefined }> = []
    /** Ids of the pages whose files are in the folder. */
    const present = new Set<number>()
    const leftOut: Array<string> = []
    let [files, bytes] = [0, 0]
    const compare = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
      for (const path of paths) {
        if (files++ % stampsAtOnce === 0) yield* yieldFairly
        const stamp = readStamp(folder, path)
        const [stored] = database.run(selectStamp, path)
        const before = stored ?? unreadable.get(path)
        // One that is too large is not read.
        if (stamp !== undefined && stamp.size <= limits.fileBytes) bytes += stamp.size
        if (bytes > limits.folderBytes) leftOut.push(`${path} (over the limit of bytes)`)
        else if (
          stamp === undefined ||
          before?.["size"] !== stamp.size ||
          before["modified"] !== stamp.modified
        )
          changed.push({ path, stamp })
        else if (stored !== undefined) present.add(Number(stored["id"]))
      }
    })
    const { full, otherKinds, unreadable: closed } = yield* walkFolder(folder, include, compare)
    for (const path of closed) {
      const pages = database.run(selectWithin, path, path)
      for (const { id } of pages) present.add(Number(id))
      files += pages.length
      const kept = pages.length === 0 ? "" : ": its pages stay as they were"
      leftOut.push(`${path}/ (cannot be read${kept})`)
    }
    if (full) leftOut.push("further files (over the limit of files)")
    const { readDocument } = yield* Effect.promise(() => import("./readDocument.ts"))
    const now = yield* Clock.currentTimeMillis
    let nextLine = now + lineEvery
    let read = 0
    for (let start = 0; start < changed.length; start += readAtOnce) {
      const results = yield* Effect.forEach(
        changed.slice(start, start + readAtOnce),
        (file) => Effect.map(readFile(folder, file.path), (result) => ({ ...file, result })),
        { concurrency: readAtOnce }
      )
      inTransaction(() => {
        for (const { path, result, stamp } of results) {
          const stored = typeof result === "string" ? undefined : store(result, now, readDocument)
          unreadable.delete(path)
          if (stored !== undefined) {
            present.add(stored.id)
            if (stored.isNew) read++
          } else {
            leftOut.push(`${path} (${typeof result === "string" ? result : "unreadable"})`)
            if (stamp !== undefined) unreadable.set(path, stamp)
          }
        }
      })
      yield* Effect.yieldNow
      const time = yield* Clock.currentTimeMillis
      if (time < nextLine) continue
      nextLine = time + lineEvery
      process.stderr.write(`Indexing: ${files - changed.length + start} of ${files} files\n`)
    }
    const gone: Array<number> = []
    let left = Number(database.run(countPages)[0]?.["pages"]) - present.size
    for (let last = 0; left > 0 && last >= 0;) {
      const ids = database.run(selectIds, last).map(({ id }) => Number(id))
      const absent = ids.filter((id) => !present.has(id))
      gone.push(...absent)
      left -= absent.length
      last = ids.at(-1) ?? -1
      yield* Effect.yieldNow
    }
    for (let start = 0; start < gone.length; start += readAtOnce) {
      inTransaction(() => {
        for (const id of gone.slice(start, start + readAtOnce)) forget(id)
      })
      yield* Effect.yieldNow
    }
    const news = leftOut.filter((line) => !logged.has(line))
    for (const line of news) logged.add(line)
    if (news.length > 0) yield* Effect.logWarning(nameLeftOut(folder, news))
    const result: RefreshResult = {
      kept: present.size - read,
      leftOut: files - present.size,
      otherKinds,
      read,
      removed: gone.length
    }
    return result
  })
}
