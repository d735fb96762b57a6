// The settings of the store. The server and the commands share them.
import { activeKeys, creationsPerMinute } from "@leadline/core/api-keys"
import * as Store from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { StartupError } from "../StartupError.ts"
import { dataDirectory } from "./server.ts"
import { integer, onOrOff, read, readSecret } from "./setting.ts"

/** The settings of a store. */
export interface StoreSettings {
  /** Existing directory of the database and its pepper. Default: `.leadline`, created if absent. */
  readonly dataDirectory: string | undefined
  /** URL of a PostgreSQL that nodes share; may contain a password. Default: SQLite in the data directory. */
  readonly databaseUrl: Redacted.Redacted | undefined
  /** Connections of this process to a PostgreSQL. Default 10. */
  readonly databaseConnections: number
  /** Milliseconds that a request waits for a PostgreSQL, and a statement may take there. Default 5,000. */
  readonly databaseTimeout: number
  /** The pepper. Default: the file `pepper` of the data directory. */
  readonly pepper: Redacted.Redacted | undefined
  /** The pepper before it, which stays valid. Default: none. */
  readonly previousPepper: Redacted.Redacted | undefined
  /** Whether a data directory is accepted that every user of the machine can write. Default false. */
  readonly acceptOpenDirectory: boolean
  /** Whether a start accepts a clock that is far from the last write. Default false. */
  readonly acceptClock: boolean
  /** Active keys per group. Default 100. */
  readonly activeKeys: number
  /** Keys that the keys of one group may create per minute. Default 10. */
  readonly creationsPerMinute: number
  /** Bytes of skills, and of async chats with their answers, per group. Default 268,435,456. */
  readonly storedBytesPerGroup: number
}

const databaseUrl = "LEADLINE_DATABASE_URL"

// Read as a secret, because it may contain a password.
const readDatabaseUrl = Effect.gen(function* () {
  const url = yield* readSecret(databaseUrl, "a URL", /^/)
  const problem = url === undefined ? undefined : Store.databaseUrlProblem(url)
  if (problem === undefined) return url
  return yield* new StartupError({ message: `${databaseUrl}: ${problem}`, variable: databaseUrl })
})

const readPepper = (name: string) =>
  readSecret(name, "at least 32 visible ASCII characters", /^[\x21-\x7e]{32,4096}$/)

/** Reads all settings; fails with the first invalid one. */
export const readStoreSettings = Effect.gen(function* () {
  const settings: StoreSettings = {
    dataDirectory: yield* read(dataDirectory),
    databaseUrl: yield* readDatabaseUrl,
    databaseConnections: yield* read(integer("LEADLINE_DATABASE_CONNECTIONS", 2, 1_000, 10)),
    databaseTimeout: 1_000 * (yield* read(integer("LEADLINE_DATABASE_TIMEOUT", 1, 3_600, 5))),
    pepper: yield* readPepper("LEADLINE_PEPPER"),
    previousPepper: yield* readPepper("LEADLINE_PEPPER_PREVIOUS"),
    acceptOpenDirectory: yield* read(onOrOff("LEADLINE_ACCEPT_OPEN_DIRECTORY", false)),
    acceptClock: yield* read(onOrOff("LEADLINE_ACCEPT_CLOCK", false)),
    activeKeys: yield* read(integer("LEADLINE_KEYS_PER_GROUP", 1, 1_000_000, activeKeys)),
    creationsPerMinute: yield* read(integer("LEADLINE_KEYS_PER_MINUTE", 1, 1_000_000, creationsPerMinute)),
    storedBytesPerGroup: yield* read(
      integer("LEADLINE_STORED_BYTES_PER_GROUP", 0, 999_999_999_999, 268_435_456)
    )
  }
  return settings
})
