// The settings of the store. The server and the commands share them.
import { activeKeys, creationsPerMinute } from "@leadline/core/api-keys"
import * as Store from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import { StartupError } from "../StartupError.ts"
import * as S from "./setting.ts"

const pepper = { expected: "at least 32 visible ASCII characters", pattern: /^[\x21-\x7e]{32,4096}$/ }

const databaseUrl = S.secret("LEADLINE_DATABASE_URL", {
  text: "a PostgreSQL 15 to 18 that several servers share, instead of SQLite in that directory; put a password in the variable: other users can see flags",
  more: ", as `postgres://user:password@host:5432/database?sslmode=verify-full`: see [Several nodes](guides/several-nodes.md)",
  expected: "a URL",
  pattern: /^/
})

/** The settings of a store. */
export const storeSettings = {
  dataDirectory: S.text("LEADLINE_DATA_DIR", "DIRECTORY", {
    text: "directory of the database and its pepper",
    more: "; if set, it must exist",
    fallbackText: "`.leadline`"
  }),
  databaseUrl: {
    ...databaseUrl,
    metavar: "URL",
    // Read as a secret, because it may contain a password.
    read: Effect.flatMap(databaseUrl.read, (url) => {
      const problem = url === undefined ? undefined : Store.databaseUrlProblem(url)
      const { variable } = databaseUrl
      return problem === undefined
        ? Effect.succeed(url)
        : Effect.fail(new StartupError({ message: `${variable}: ${problem}`, variable }))
    })
  },
  databaseConnections: S.integer("LEADLINE_DATABASE_CONNECTIONS", {
    min: 2,
    max: 1_000,
    fallback: 10,
    text: "connections of this server to a PostgreSQL"
  }),
  databaseTimeout: S.seconds("LEADLINE_DATABASE_TIMEOUT", {
    min: 1,
    max: 3_600,
    fallback: 5,
    text: "seconds that a request waits for a PostgreSQL, then 503",
    more: "; after them the database gives up a statement or the wait for a lock: see [Several nodes](guides/several-nodes.md#when-the-database-is-away)"
  }),
  pepper: S.secret("LEADLINE_PEPPER", {
    ...pepper,
    text: "secret for stored keys",
    fallbackText: "the file `pepper` there"
  }),
  previousPepper: S.secret("LEADLINE_PEPPER_PREVIOUS", {
    ...pepper,
    text: "the pepper before it, which stays valid during a change",
    fallbackText: "the file `pepper.previous` there"
  }),
  acceptClock: S.onOrOff("LEADLINE_ACCEPT_CLOCK", {
    fallback: false,
    text: "whether to start although the clock is before the last write, or 7 days after it",
    more: ": see [The store](operations.md#the-store)"
  }),
  acceptOpenDirectory: S.onOrOff("LEADLINE_ACCEPT_OPEN_DIRECTORY", {
    fallback: false,
    text: "whether to start although every user of this machine can write the data directory",
    more: ": see [The store](operations.md#the-store)"
  }),
  activeKeys: S.integer("LEADLINE_KEYS_PER_GROUP", {
    min: 1,
    max: 1_000_000,
    fallback: activeKeys,
    text: "active keys of one key group"
  }),
  creationsPerMinute: S.integer("LEADLINE_KEYS_PER_MINUTE", {
    min: 1,
    max: 1_000_000,
    fallback: creationsPerMinute,
    text: "keys that the keys of one group may create in a minute"
  }),
  storedBytesPerGroup: S.integer("LEADLINE_STORED_BYTES_PER_GROUP", {
    min: 0,
    max: 999_999_999_999,
    fallback: Store.defaultQuotas.stored_bytes,
    text: "bytes of skills with all revisions, and of async chats with their answers, that one key group may store; `0` allows none",
    more: "; `leadline groups set` changes it for one group"
  })
}

/** The values of {@link storeSettings}. */
export type StoreSettings = S.Values<typeof storeSettings>

/** Reads the settings of the data directory; fails with the first invalid one. */
export const readDirectorySettings = S.readAll({
  dataDirectory: storeSettings.dataDirectory,
  acceptOpenDirectory: storeSettings.acceptOpenDirectory
})

/** Reads all settings of the store; fails with the first invalid one. */
export const readStoreSettings = S.readAll(storeSettings)
