// Errors of SQLite as SqlErrors, and as one line for the operator.
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as SqlError from "effect/sql/SqlError"
import { StoreError } from "../StoreError.ts"

/** Advice for a damaged database. */
export const remedy = "restore a backup with leadline restore FILE"

/** SQLite's result code, without its extension; 0 for other errors. */
const resultCode = (cause: unknown): number =>
  Predicate.hasProperty(cause, "errcode") ? Number(cause.errcode) & 0xff : 0

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const isDamage = (cause: unknown): boolean => [11, 26].includes(resultCode(cause))

/** Damage, or SQLITE_ERROR: a file that was emptied has no tables. */
export const isUnreadable = (cause: unknown): boolean => isDamage(cause) || resultCode(cause) === 1

/** SQLITE_BUSY: another process has locked the file. */
export const isBusy = (cause: unknown): boolean => resultCode(cause) === 5

/** The error message for a database file that another process has locked. */
export const inUse = (filename: string): string =>
  `The database ${filename} is in use: stop the server, or wait for the end of another leadline copy.`

const sqlError = (filename: string, cause: unknown): SqlError.SqlError => {
  const said = cause instanceof Error ? cause.message : "SQLite failed"
  const message = isDamage(cause) ? `the database ${filename} is damaged (${said}): ${remedy}` : said
  // node:sqlite sets `errcode`, where the classification reads `errno`.
  const known = Predicate.hasProperty(cause, "errcode")
    ? Object.assign(cause, { errno: cause.errcode })
    : cause
  return new SqlError.SqlError({ reason: SqlError.classifySqliteError(known, { message }) })
}

/** Runs SQLite on a database file. */
export const attempt = <A>(filename: string, run: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.try({ try: run, catch: (cause) => sqlError(filename, cause) })

const reasons: Record<number, string> = {
  8: "it is read-only",
  11: `it is damaged: ${remedy}`,
  13: "the disk is full",
  14: "it cannot be opened",
  26: `it is not a database: ${remedy}`
}

/** Why a database file cannot be opened. */
export const toStoreError = (filename: string, error: SqlError.SqlError | StoreError): StoreError => {
  if (error instanceof StoreError) return error
  if (isBusy(error.reason.cause)) return new StoreError({ message: inUse(filename) })
  const reason = existsSync(dirname(filename))
    ? (reasons[resultCode(error.reason.cause)] ?? error.message)
    : "its directory does not exist"
  return new StoreError({ message: `The database ${filename} cannot be used: ${reason}.` })
}
