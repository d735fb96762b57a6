// Copies a SQLite database while it is in use, and puts a copy back.
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { markTable, unfinishedMessage } from "./copy/unfinishedCopy.ts"
import { inUse, isBusy, isUnreadable } from "./sqlite/sqliteError.ts"
import { StoreError } from "./StoreError.ts"

const failed = (message: string) => new StoreError({ message })

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

const attempt = <A>(what: string, run: () => A): Effect.Effect<A, StoreError> =>
  Effect.try({
    try: run,
    catch: (cause) => failed(`${what}: ${messageOf(cause)}.`)
  })

const using = <A>(filename: string, readOnly: boolean, use: (database: DatabaseSync) => A): A => {
  const database = new DatabaseSync(filename, { readOnly })
  try {
    return use(database)
  } finally {
    database.close()
  }
}

const sync = (path: string): void => {
  const file = openSync(path, "r")
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

const isWhole = (database: DatabaseSync): boolean =>
  database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"] === "ok"

/** Writes a whole and compact copy to a new file, in one read transaction, which delays no writer. */
const copy = (from: string, to: string, isOurs: boolean): void => {
  closeSync(openSync(to, "wx", 0o600))
  using(from, !isOurs, (database) => database.prepare("VACUUM INTO ?").run(to))
  using(to, true, (database) => {
    if (!isWhole(database)) throw new Error("the copy is damaged")
    const mark = database.prepare("SELECT name FROM sqlite_master WHERE name = ?").get(markTable)
    if (mark !== undefined) throw new Error(unfinishedMessage)
    database.prepare("SELECT MAX(migration_id) FROM migration").get()
  })
  sync(to)
}

/** The files of a copy in progress. */
const removeAll = (filename: string) =>
  Effect.sync(() =>
    ["", "-wal", "-shm", "-journal", "-reserve"].forEach((end) => rmSync(filename + end, { force: true }))
  )

/**
 * Copies the database to a new file, which appears when it is complete and checked. Servers may read and write
 * meanwhile: every write that returned before is in the copy. Returns its size in bytes.
 */
export const backup = ({
  filename,
  to
}: {
  readonly filename: string
  readonly to: string
}): Effect.Effect<number, StoreError> => {
  const temporary = `${to}.partial`
  return Effect.gen(function* () {
    if (existsSync(to)) return yield* failed(`The file ${to} exists already.`)
    yield* removeAll(temporary)
    return yield* attempt(`The backup ${to} cannot be written`, () => {
      copy(filename, temporary, true)
      renameSync(temporary, to)
      sync(dirname(to))
      return statSync(to).size
    })
  }).pipe(Effect.ensuring(removeAll(temporary)))
}

type Closed = Omit<Replaced, "kept">

/** Keeps other processes out until the database is closed. Throws while one has it open, before it reads a page. */
export const lockOutOthers = (database: DatabaseSync): void =>
  database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")

const close = (database: DatabaseSync): Closed => {
  // Its pages may be damaged.
  lockOutOthers(database)
  // Leaves one file.
  database.exec("PRAGMA journal_mode = DELETE")
  const idsOf = (query: string) =>
    database
      .prepare(query)
      .all()
      .map(({ id }) => String(id))
  const revoked = new Set(idsOf("SELECT id FROM api_key WHERE revoked_at IS NOT NULL"))
  const isDamaged = !isWhole(database)
  try {
    // SQL may have un-revoked a row.
    idsOf("SELECT object_id AS id FROM audit_event WHERE action = 'key.revoke'").forEach((id) =>
      revoked.add(id)
    )
  } catch (cause) {
    if (!isDamaged) throw cause
  }
  return { revoked: Array.from(revoked), isDamaged }
}

/** Closes the database that is replaced. It must not be in use. */
const closeCurrent = (filename: string): Effect.Effect<Closed, StoreError> =>
  Effect.try({
    try: () => {
      try {
        return using(filename, false, close)
      } catch (cause) {
        if (isUnreadable(cause)) return { revoked: [], isDamaged: true }
        throw cause
      }
    },
    catch: (cause) =>
      failed(
        isBusy(cause) ? inUse(filename) : `The database ${filename} cannot be opened: ${messageOf(cause)}.`
      )
  })

/** What a restored database replaced. */
export interface Replaced {
  /** Ids of its revoked keys, as far as they can be read. */
  readonly revoked: ReadonlyArray<string>
  /** Where it is now; undefined if there was none. */
  readonly kept: string | undefined
  /** Whether it was damaged: further keys may have been revoked in it. */
  readonly isDamaged: boolean
}

/**
 * Puts a backup in the place of a database that no process uses. `complete` finishes the new database before it replaces
 * the old one, which is kept under another name, damaged or not. It gets the file, and the ids of the keys revoked in the
 * old one. A failure changes nothing.
 */
export const restore = <E, R>(
  { filename, from }: { readonly filename: string; readonly from: string },
  complete: (file: string, revoked: ReadonlyArray<string>) => Effect.Effect<void, E, R>
): Effect.Effect<Replaced, StoreError | E, R> => {
  const temporary = `${filename}.restored`
  return Effect.gen(function* () {
    if (!existsSync(from)) return yield* failed(`The backup ${from} does not exist.`)
    const { isDamaged, revoked } = existsSync(filename)
      ? yield* closeCurrent(filename)
      : { isDamaged: false, revoked: [] }
    yield* removeAll(temporary)
    yield* attempt(`The backup ${from} cannot be used`, () => copy(from, temporary, false))
    yield* complete(temporary, revoked)
    const now = new Date(yield* Clock.currentTimeMillis).toISOString().replaceAll(/[-:]|\.\d+/g, "")
    const kept = existsSync(filename) ? `${filename}.${isDamaged ? "damaged" : "replaced"}-${now}` : undefined
    yield* attempt(`The database ${filename} cannot be replaced`, () => {
      if (kept !== undefined) {
        linkSync(filename, kept)
        // Left beside the restored database, they would be taken for its own.
        for (const end of ["-wal", "-shm"])
          if (existsSync(filename + end)) renameSync(filename + end, kept + end)
      }
      sync(temporary)
      renameSync(temporary, filename)
      sync(dirname(filename))
    })
    return { revoked, kept, isDamaged }
  }).pipe(Effect.ensuring(removeAll(temporary)))
}
