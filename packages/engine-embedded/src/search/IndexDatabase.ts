// The SQLite database of a search index: pages and passages in tables, the words of pages in FTS5.
import { rmSync } from "node:fs"
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import { analyzerVersion } from "./analyzer.ts"
import { SearchFolderError } from "./folder.ts"

/** Raise it when tables or readers change: an index of another version is built anew. */
const version = 1_006 + analyzerVersion

// Terms are stems already, so the tokenizer only splits at spaces. `words` keeps no texts: `passage` has them.
const schema = `
  PRAGMA user_version = ${version};
  CREATE TABLE page (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, modified REAL NOT NULL,
    hash TEXT NOT NULL, url TEXT, host TEXT, title TEXT NOT NULL, date TEXT NOT NULL, updated TEXT NOT NULL,
    published REAL NOT NULL, language TEXT, stems TEXT NOT NULL, mode TEXT NOT NULL,
    names TEXT NOT NULL, length INTEGER NOT NULL, passages INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX page_mode ON page (mode);
  CREATE TABLE passage (
    id INTEGER PRIMARY KEY, terms TEXT NOT NULL, length INTEGER NOT NULL,
    heading TEXT NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE words USING fts5(
    names, headings, body, content='', contentless_delete=1, tokenize="ascii tokenchars ':'"
  );
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, 'col');`

/** Passages of one page, at most. The passages of page `p` have the ids from `p * passagesPerPage`. */
export const passagesPerPage = 2 ** 20

/** The columns of a row by their names. */
export interface Row {
  readonly [column: string]: SQLOutputValue
}

/** An open index. */
export interface IndexDatabase {
  readonly exec: (sql: string) => void
  /** Runs a statement, prepared once for each text; gives its rows. */
  readonly run: (sql: string, ...parameters: ReadonlyArray<SQLInputValue>) => ReadonlyArray<Row>
}

const failureOf = (error: unknown): "damaged" | "locked" | "unusable" => {
  // An extended code has its primary one in its lowest byte.
  const primary = Number(Object(error).errcode) & 0xff
  if (primary === 5 || primary === 6) return "locked"
  return primary === 11 || primary === 26 ? "damaged" : "unusable"
}

/** SQLite's name for a file of its own, which is gone when it is closed. */
const temporary = ""

/** Opens a file that no other process has open, or says why not. */
const open = (Database: typeof DatabaseSync, file: string) => {
  let database: DatabaseSync | undefined
  try {
    database = new Database(file, { timeout: 0 })
    database.exec(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; " +
        "PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY; BEGIN IMMEDIATE; COMMIT"
    )
    if (database.prepare("SELECT count(*) AS tables FROM sqlite_schema").get()?.["tables"] === 0)
      database.exec(`BEGIN; ${schema} COMMIT`)
    if (database.prepare("PRAGMA user_version").get()?.["user_version"] === version) {
      database.prepare("SELECT count(*) FROM words WHERE words MATCH 'a'").get()
      return database
    }
    database.close()
    return "outdated"
  } catch (error) {
    database?.close()
    return failureOf(error)
  }
}

/**
 * Opens an index for the lifetime of the scope. Without a file it is a temporary one, and also where a file cannot be
 * used: with `mustStore` that is a failure. A damaged file, or one of another version, is replaced.
 */
export const openIndex = Effect.fnUntraced(function* (file: string = temporary, mustStore = false) {
  // Imported here, so that runtimes without SQLite can use the other engines.
  const { DatabaseSync } = yield* Effect.promise(() => import("node:sqlite"))
  let opened = open(DatabaseSync, file)
  const isDamaged = opened === "damaged"
  // At once: another process may replace it, too.
  if (isDamaged || opened === "outdated") {
    for (const ending of ["", "-wal", "-shm", "-journal"]) rmSync(file + ending, { force: true })
    opened = open(DatabaseSync, file)
  }
  if (isDamaged) yield* Effect.logWarning(`The search index ${file} is damaged: it will be rebuilt.`)
  if (typeof opened === "string") {
    const isLocked = opened === "locked"
    const what = `The search index ${file} ${isLocked ? "is in use by another process" : "cannot be written"}`
    const follows = isLocked ? " A server that uses it keeps it up to date." : ""
    if (mustStore) return yield* new SearchFolderError({ message: `${what}: nothing is stored.${follows}` })
    yield* Effect.logWarning(`${what}: this process makes one of its own.`)
    opened = open(DatabaseSync, temporary)
  }
  if (typeof opened === "string") return yield* Effect.die(opened)
  const database = opened
  yield* Effect.addFinalizer(() => Effect.sync(() => database.close()))
  const statements = new Map<string, StatementSync>()
  return {
    exec: (sql) => database.exec(sql),
    // Not `StatementSync.run`: it reports the last row number, which is too large for a number in tables of FTS5.
    run: (sql, ...parameters) => {
      const statement = statements.get(sql) ?? database.prepare(sql)
      statements.set(sql, statement)
      return statement.all(...parameters)
    }
  } satisfies IndexDatabase
})
