// The store of a server: SQLite in the data directory, or a PostgreSQL, and the pepper. The server and the commands share it.
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import type { StoreSettings } from "../settings/store.ts"
import { StartupError } from "../StartupError.ts"
import { defaultDataDirectory, openDataDirectory, requireClosed } from "./dataDirectory.ts"

/** The file with the head of the audit log, beside the database. */
export const anchorFile = (directory: string) => join(directory, "audit-anchor")

/** The database of a data directory. */
export const databaseFile = (directory: string) => join(directory, "leadline.sqlite")

const layerPepper = ({ pepper, previousPepper }: StoreSettings, directory: string, create: boolean) =>
  pepper === undefined
    ? Store.layerPepperFile({ directory, create })
    : Store.layerPepper(pepper, { previous: previousPepper })

/** The pepper of the stored keys. A fresh one is created only for a store that never had a key. */
const layerKnownPepper = (settings: StoreSettings, directory: string) =>
  Layer.effectDiscard(Store.checkPepper).pipe(
    Layer.provideMerge(
      Layer.unwrap(
        Effect.gen(function* () {
          const populated = yield* Store.hasKeys
          const anchor = anchorFile(directory)
          if (populated || !existsSync(anchor)) return layerPepper(settings, directory, !populated)
          return yield* new StartupError({
            message: `The database is missing or empty, but ${anchor} is that of a store with keys: restore a backup, or remove that file to start with an empty store`
          })
        })
      )
    )
  )

/** Enough for some hundred revocations. */
const reserve = 8_388_608

/** Loads the client of PostgreSQL only if one is configured. */
const layerPostgres = (
  url: NonNullable<StoreSettings["databaseUrl"]>,
  { databaseConnections, databaseTimeout }: StoreSettings,
  migrate: boolean,
  acceptUnfinishedCopy = false
) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@leadline/store-sql/postgres")),
      (postgres) =>
        postgres.layer({
          url,
          migrate,
          acceptUnfinishedCopy,
          maxConnections: databaseConnections,
          statementTimeout: databaseTimeout
        })
    )
  )

const layerDatabase = (settings: StoreSettings, filename: string) =>
  settings.databaseUrl === undefined
    ? Sqlite.layer({ filename, reserve })
    : layerPostgres(settings.databaseUrl, settings, true)

/** A database of a copy by its file, which no other process may use, or its URL, with current tables. */
export const layerCopyDatabase = (
  place: { readonly filename: string } | { readonly url: NonNullable<StoreSettings["databaseUrl"]> },
  settings: StoreSettings,
  acceptUnfinishedCopy: boolean
) =>
  "url" in place
    ? layerPostgres(place.url, settings, true, acceptUnfinishedCopy)
    : Sqlite.layer({ filename: place.filename, exclusive: true, acceptUnfinishedCopy })

/** The database as it may be shown, without user and password; undefined for that of the data directory. */
export const shownDatabase = ({ databaseUrl }: StoreSettings): string | undefined =>
  databaseUrl === undefined ? undefined : Store.databaseName(databaseUrl)

/** Fails where the store is a PostgreSQL, whose own means do what a command does to a SQLite file. */
export const requireSqlite = ({ databaseUrl }: StoreSettings, instead: string) =>
  databaseUrl === undefined
    ? Effect.void
    : Effect.fail(new StartupError({ message: `This command is for SQLite. With PostgreSQL ${instead}` }))

/** Database and pepper of an open data directory. `filename` is another database file than that of the server. */
export const layerStore = (
  settings: StoreSettings,
  directory: string,
  filename: string = databaseFile(directory)
) => layerKnownPepper(settings, directory).pipe(Layer.provideMerge(layerDatabase(settings, filename)))

/** The data directory of an existing store; fails with a StartupError if there is none. */
export const existingDirectory = (settings: StoreSettings): Effect.Effect<string, StartupError> => {
  if (settings.databaseUrl !== undefined) return openDataDirectory(settings)
  const directory = resolve(settings.dataDirectory ?? defaultDataDirectory)
  return existsSync(databaseFile(directory))
    ? Effect.as(requireClosed(directory, settings), directory)
    : Effect.fail(
        new StartupError({
          message: `There is no store in ${directory}: set LEADLINE_DATA_DIR to its directory`
        })
      )
}

/** An existing store. */
export const layerExistingStore = (settings: StoreSettings) =>
  Layer.unwrap(Effect.map(existingDirectory(settings), (directory) => layerStore(settings, directory)))

/** The store, created if it does not exist. With `newPepper`, the pepper need not be that of the stored keys. */
export const layerStoreOrCreate = (settings: StoreSettings, newPepper: boolean) =>
  Layer.unwrap(
    Effect.map(openDataDirectory(settings), (directory) =>
      newPepper
        ? layerPepper(settings, directory, true).pipe(
            Layer.merge(layerDatabase(settings, databaseFile(directory)))
          )
        : layerStore(settings, directory)
    )
  )

/** The database of an existing store without its pepper; its tables are updated only with `migrate`. */
export const layerTables = (settings: StoreSettings, migrate: boolean) =>
  settings.databaseUrl === undefined
    ? Layer.unwrap(
        Effect.map(existingDirectory(settings), (directory) =>
          Sqlite.layer({ filename: databaseFile(directory), migrate, reserve: migrate ? reserve : 0 })
        )
      )
    : layerPostgres(settings.databaseUrl, settings, migrate)
