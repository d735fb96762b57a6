// Disk space that only essential writes may use: a file beside the database that is deleted when the disk is full.
import { existsSync, renameSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { randomBytes } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"

const isEssential = Context.Reference<boolean>("@leadline/store-sql/isEssential", {
  defaultValue: () => false
})

/**
 * Lets the transactions of an effect use the reserve: revoking, deleting and recording must be possible on a full disk.
 * They may run twice.
 */
export const essential = Effect.provideService(isEssential, true)

/** The reserve of a database. While it is gone, other transactions than essential ones fail. */
export interface Reserve {
  /** Deletes it; false if it was gone. */
  readonly release: () => boolean
  /** Makes it if it is gone and the disk has room for it twice. */
  readonly make: () => void
  /** The same for a transaction that waits, unless it has just failed; whether it is there then. */
  readonly restore: () => boolean
  /** Why it is not there, for the operator. */
  readonly problem: () => string
}

const mebibyte = 1_048_576
const full = "The disk has too little room: only revocations and deletions are possible"

/** The reserve of the current database. Default: none, and it counts as there. */
export const DiskReserve = Context.Reference<Reserve>("@leadline/store-sql/DiskReserve", {
  defaultValue: () => ({
    release: () => false,
    make: () => undefined,
    restore: () => true,
    problem: () => full
  })
})

/** A reserve of `bytes` bytes, in a file next to the database's. */
export const makeReserve = (database: string, bytes: number): Reserve => {
  const file = `${database}-reserve`
  const isThere = () => existsSync(file)
  /** What is written to a file that was moved or removed may be lost: it gets no reserve in its old place. */
  const isGone = () => !existsSync(database)
  let hasFailed = false
  const make = () => {
    const temporary = `${file}.${process.pid}`
    try {
      const { bavail, blocks, bsize } = statfsSync(dirname(file))
      // Some file systems do not say how large they are.
      const hasRoom = blocks === 0 || bavail * bsize >= 2 * bytes
      if (isThere() || !hasRoom || isGone()) return
      // Random, because some file systems keep zeros and repetitions without space.
      writeFileSync(temporary, randomBytes(bytes), { mode: 0o600 })
      renameSync(temporary, file)
      hasFailed = false
    } catch {
      rmSync(temporary, { force: true })
      hasFailed = true
    }
  }
  return {
    release: () => {
      const wasThere = isThere()
      rmSync(file, { force: true })
      return wasThere
    },
    make,
    restore: () => {
      // After a failure, as of a quota that the file system does not tell, the maintenance tries it now and then.
      if (!isThere() && !hasFailed) make()
      return isThere()
    },
    problem: () =>
      isGone()
        ? `${database} was moved or removed while the server runs, and nothing new is written to it: put it back, or restart the server`
        : `${full} until ${Math.ceil((2 * bytes) / mebibyte)} MiB are free`
  }
}

/** SQLITE_FULL, and the extended codes of IOERR for a write, a sync, a truncation and shared memory without room. */
const fullCodes = new Set([13, 778, 1034, 1546, 4874])

export const isFull = (error: unknown): error is SqlError.SqlError =>
  SqlError.isSqlError(error) &&
  Predicate.hasProperty(error.reason.cause, "errno") &&
  fullCodes.has(Number(error.reason.cause.errno))

const refused = (message: string) =>
  new SqlError.SqlError({ reason: new SqlError.UnknownError({ message, cause: undefined }) })

/** Lets essential transactions release the reserve, and refuses others while it is gone. */
export const keepReserve = (
  client: SqlClient.SqlClient,
  reserve: Reserve
): SqlClient.SqlClient["withTransaction"] => {
  const transact = client.withTransaction
  return (effect) =>
    Effect.flatMap(
      Effect.all([isEssential, Effect.serviceOption(client.transactionService)]),
      ([mayRelease, { _tag }]) => {
        if (_tag === "Some") return transact(effect)
        if (!mayRelease) return reserve.restore() ? transact(effect) : Effect.fail(refused(reserve.problem()))
        return Effect.catchIf(
          transact(effect),
          (error) => isFull(error) && reserve.release(),
          () => transact(effect)
        )
      }
    )
}
