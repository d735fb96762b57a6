// Brings an index up to date with its folder: reads new and changed files, and removes what is gone.
import { makeWorkerPool, yieldFairly } from "@leadline/core/internal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { idOf, mayPass, readFile, readStamp, type SourceFile, type Stamp, walkFolder } from "./folder.ts"
import type { IndexDatabase } from "./IndexDatabase.ts"
import * as limits from "./limits.ts"
import { forgetPage, writePage } from "./page.ts"
import type { PageContent, ReadingTask } from "./readPages.ts"

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

/** Files that are read at once, and stored in one transaction: so many at most, and no further one after so many bytes. */
const readAtOnce = 16
const bytesAtOnce = 131_072

/** Files whose stamps are read without a pause. */
const stampsAtOnce = 16

/** A file that was changed less than this many milliseconds before it was read may change again without a new time. */
const sameStamp = 1_000

/** Stored in place of the size of such a file, so that the next refresh reads it again. */
const unknownSize = -1

/** Files that are left out and named in a log, at most. */
const namedFiles = 20

// The database is asked for each file, and nothing is kept: there may be 100,000 pages.
const selectIds = "SELECT id FROM page WHERE id > ? ORDER BY id LIMIT 1000"
const selectPage = "SELECT id, size, modified, hash FROM page WHERE path = ?"
// "0" is the character after "/".
const selectWithin = "SELECT id FROM page WHERE path > ? || '/' AND path < ? || '0'"

const loadReaders = () => import("./readPages.ts")

/** The threads that read pages: some markup takes time that grows with the square of its length, or faster. */
const readers = makeWorkerPool<ReadingTask, ReadonlyArray<PageContent>>({
  module: "readThread",
  beside: import.meta.url,
  here: async (task) => (await loadReaders()).readPages(task),
  deadline: limits.readingTime,
  most: limits.pageCharacters
})

/** Reads files in a thread. Undefined when it takes too much, or a parser fails. */
const readInThread = (task: ReadingTask) => readers.run(task).pipe(Effect.catchDefect(() => Effect.undefined))

/** The pages of files. Markup that takes too much to read is read as plain text. */
const pagesOf = (files: ReadonlyArray<SourceFile>): Effect.Effect<ReadonlyArray<PageContent>> =>
  Effect.gen(function* () {
    const pages = files.length === 0 ? [] : yield* readInThread({ files })
    if (pages !== undefined) return pages
    const [file] = files
    if (file === undefined || files.length > 1)
      return (yield* Effect.forEach(files, (one) => pagesOf([one]))).flat()
    yield* Effect.logWarning(`${file.path} is read as plain text: its markup takes too much to read.`)
    const task = { files, isPlain: true }
    return (yield* readInThread(task)) ?? (yield* Effect.promise(loadReaders)).readPages(task)
  })

/** Makes the function that brings an index up to date. It must not run twice at once. */
export const makeRefresh = (database: IndexDatabase, options: IndexOptions) => {
  const { folder, include = () => true } = options
  const { exec, run } = database
  /** Files that could not be read, which are not read again until they change. */
  const unreadable = new Map<string, Stamp>()
  /** What the log has said of files that are left out. */
  const logged = new Set<string>()
  let nextId = Number(run("SELECT max(id) AS id FROM page")[0]?.["id"] ?? 0) + 1
  // Files of another folder may have the same names, sizes and times: all are compared by their content.
  const folderId = idOf(folder)
  if (run("PRAGMA application_id")[0]?.["application_id"] !== folderId)
    exec(`BEGIN; UPDATE page SET size = ${unknownSize}; PRAGMA application_id = ${folderId}; COMMIT`)

  /** Runs writes as one transaction, without a pause. */
  const inTransaction = (writes: () => void): void => {
    exec("BEGIN")
    try {
      writes()
      exec("COMMIT")
    } catch (error) {
      exec("ROLLBACK")
      throw error
    }
  }

  return Effect.gen(function* () {
    const changed: Array<{ readonly path: string; readonly stamp: Stamp | undefined }> = []
    /** By its id: is the file of a page that was stored before in the folder? A set of 100,000 ids would be much garbage. */
    const isPresent = new Uint8Array(nextId)
    /** How many pages have a file in the folder. */
    let present = 0
    const keep = (id: number): void => {
      if (isPresent[id] !== 1) present++
      isPresent[id] = 1
    }
    const leftOut: Array<string> = []
    let [files, bytes, read] = [0, 0, 0]
    const compare = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
      // Names that are no UTF-8 may be read as one.
      for (const path of new Set(paths)) {
        if (files++ % stampsAtOnce === 0) yield* yieldFairly
        const stamp = readStamp(folder, path)
        const [stored] = run(selectPage, path)
        const { modified, size } = stored ?? unreadable.get(path) ?? {}
        // One that is too large is not read.
        if (stamp !== undefined && stamp.size <= limits.fileBytes) bytes += stamp.size
        if (bytes > limits.folderBytes) leftOut.push(`${path} (over the limit of bytes)`)
        else if (stamp === undefined || size !== stamp.size || modified !== stamp.modified)
          changed.push({ path, stamp })
        else if (stored !== undefined) keep(Number(stored["id"]))
      }
    })
    const { full, otherKinds, unreadable: closed } = yield* walkFolder(folder, include, compare)
    for (const path of closed) {
      const pages = run(selectWithin, path, path)
      for (const { id } of pages) keep(Number(id))
      files += pages.length
      const kept = pages.length === 0 ? "" : ": its pages stay as they were"
      leftOut.push(`${path}/ (cannot be read${kept})`)
    }
    if (full) leftOut.push("further files (over the limit of files)")
    const now = yield* Clock.currentTimeMillis

    /** Stores a file. Without a page its content is that which is stored. */
    const store = (
      id: number,
      { hash, path, stamp: { modified, size } }: SourceFile,
      page?: PageContent
    ): void => {
      const stamp = { modified, size: modified < now - sameStamp ? size : unknownSize }
      if (page === undefined)
        run("UPDATE page SET size = ?, modified = ? WHERE id = ?", stamp.size, modified, id)
      else {
        writePage(database, id, { path, hash, stamp }, page)
        if (page.passages.length > limits.pagePassages)
          leftOut.push(`${path} (its parts after the first ${limits.pagePassages})`)
        read++
      }
      keep(id)
    }
    for (let start = 0, end = 0; start < changed.length; start = end) {
      for (let size = 0; size < bytesAtOnce && end < changed.length && end < start + readAtOnce; end++)
        size += changed[end]?.stamp?.size ?? 0
      const results = yield* Effect.forEach(
        changed.slice(start, end),
        ({ path, stamp }) =>
          Effect.map(readFile(folder, path), (file) => ({
            path,
            stamp,
            file,
            stored: run(selectPage, path)[0]
          })),
        { concurrency: readAtOnce }
      )
      const others = results.flatMap(({ file, stored }) =>
        typeof file === "string" || stored?.["hash"] === file.hash ? [] : file
      )
      const pages = new Map((yield* pagesOf(others)).map((page, at) => [others[at], page]))
      inTransaction(() => {
        for (const { file, path, stamp, stored } of results) {
          unreadable.delete(path)
          if (typeof file !== "string") {
            store(Number(stored?.["id"] ?? nextId++), file, pages.get(file))
            continue
          }
          leftOut.push(`${path} (${file})`)
          // What could not be read now is read at the next look: its page stays until then.
          if (mayPass(file)) {
            if (stored !== undefined) keep(Number(stored["id"]))
          } else if (stamp !== undefined) unreadable.set(path, stamp)
        }
      })
      yield* Effect.yieldNow
    }
    const gone: Array<number> = []
    let left = Number(run("SELECT count(*) AS pages FROM page")[0]?.["pages"]) - present
    for (let last = 0; left > 0 && last >= 0;) {
      const ids = run(selectIds, last).map(({ id }) => Number(id))
      const absent = ids.filter((id) => isPresent[id] === 0)
      gone.push(...absent)
      left -= absent.length
      last = ids.at(-1) ?? -1
      yield* Effect.yieldNow
    }
    for (let start = 0; start < gone.length; start += readAtOnce) {
      inTransaction(() => {
        for (const id of gone.slice(start, start + readAtOnce)) forgetPage(database, id)
      })
      yield* Effect.yieldNow
    }
    const news = leftOut.filter((line) => !logged.has(line))
    for (const line of news) logged.add(line)
    const more = news.length > namedFiles ? ` and ${news.length - namedFiles} more` : ""
    const named = news.slice(0, namedFiles).join(", ")
    if (news.length > 0) yield* Effect.logWarning(`Left out of the search in ${folder}: ${named}${more}.`)
    const [kept, removed] = [present - read, gone.length]
    return { kept, leftOut: files - present, otherKinds, read, removed } satisfies RefreshResult
  })
}
