// Copies a SQLite database while it is in use, and puts a copy back.
// Source: §3; Assumed: ours, the document says nothing of stores.
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { StoreError } from "./StoreError.ts"

const failed = (message: string) => new StoreError({ message })

const attempt = <A>(what: string, run: () => A): Effect.Effect<A, StoreError> =>
  Effect.try({
    try: run,
    catch: (cause) => failed(`${what}: ${cause instanceof Error ? cause.message : String(cause)}.`)
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

/** Writes a whole and compact copy to a new file, in one read transaction, which delays no writer. */
const copy = (from: string, to: string, isOurs: boolean): void => {
  closeSync(openSync(to, "wx", 0o600))
  using(from, !isOurs, (database) => {
    // Of an older version: only a copy can change it.
    const [found] = database.prepare("PRAGMA auto_vacuum").all()
    if (found?.["auto_vacuum"] === 0) database.exec("PRAGMA auto_vacuum = INCREMENTAL")
    database.prepare("VACUUM INTO ?").run(to)
  })
  using(to, true, (database) => {
    const [found] = database.prepare("PRAGMA quick_check(1)").all()
    if (found?.["quick_check"] !== "ok") throw new Error("the copy is damaged")
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

/** Ids of the revoked keys of the database that is replaced. It must not be in use; without one there are none. */
const closeCurrent = (filename: string): Effect.Effect<ReadonlyArray<string>, StoreError> =>
  Effect.suspend(() => {
    if (!existsSync(filename)) return Effect.succeed([])
    return attempt(
      `The database ${filename} is in use or damaged: stop the server, or move a damaged file away`,
      () =>
        using(filename, false, (database) => {
          // Fails while another process has it open, and leaves one file.
          database.exec(
            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; COMMIT"
          )
          return database
            .prepare("SELECT id FROM api_key WHERE revoked_at IS NOT NULL")
            .all()
            .map(({ id }) => String(id))
        })
    )
  })

/** What a restored database replaced. */
export interface Replaced {
  /** Ids of its revoked keys. */
  readonly revoked: ReadonlyArray<string>
  /** Where it is now; undefined if there was none. */
  readonly kept: string | undefined
}

/**
 * Puts a backup in the place of a database that no process uses. `complete` finishes the new database, given its file,
 * before it replaces the old one, which is kept under another name. A failure changes nothing.
 */
export const restore = <E, R>(
  { filename, from }: { readonly filename: string; readonly from: string },
  complete: (file: string, revoked: ReadonlyArray<string>) => Effect.Effect<void, E, R>
): Effect.Effect<Replaced, StoreError | E, R> => {
  const temporary = `${filename}.restored`
  return Effect.gen(function* () {
    if (!existsSync(from)) return yield* failed(`The backup ${from} does not exist.`)
    const revoked = yield* closeCurrent(filename)
    yield* removeAll(temporary)
    yield* attempt(`The backup ${from} cannot be used`, () => copy(from, temporary, false))
    yield* complete(temporary, revoked)
    const now = new Date(yield* Clock.currentTimeMillis).toISOString().replaceAll(/[-:]|\.\d+/g, "")
    const kept = existsSync(filename) ? `${filename}.replaced-${now}` : undefined
    yield* attempt(`The database ${filename} cannot be replaced`, () => {
      if (kept !== undefined) linkSync(filename, kept)
      sync(temporary)
      renameSync(temporary, filename)
      sync(dirname(filename))
    })
    return { revoked, kept }
  }).pipe(Effect.ensuring(removeAll(temporary)))
}
