// The settings of the store. The server and the commands share them.
import { activeKeys, creationsPerMinute } from "@leadline/core/api-keys"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { StartupError } from "../StartupError.ts"
import { dataDirectory } from "./server.ts"
import { integer, onOrOff, read, readSecret } from "./environmentVariable.ts"

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
}

// Read as a secret, because it may contain a password.
const readDatabaseUrl = readSecret(
  "LEADLINE_DATABASE_URL",
  "a URL like postgres://user:password@host:5432/database?sslmode=verify-full, special characters as %XX",
  /^postgres(?:ql)?:\/\/[^\s/?#]*\/[^\s/?#]+(?:\?[^\s#]*)?$/
).pipe(
  Effect.filterOrFail(
    (url) => url === undefined || URL.canParse(Redacted.value(url)),
    () =>
      new StartupError({
        message: "LEADLINE_DATABASE_URL: expected a URL with special characters written as %XX",
        variable: "LEADLINE_DATABASE_URL"
      })
  )
)

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
    creationsPerMinute: yield* read(integer("LEADLINE_KEYS_PER_MINUTE", 1, 1_000_000, creationsPerMinute))
  }
  return settings
})
