// The store of a server: SQLite in the data directory, or a PostgreSQL, and the pepper. The server and the commands share it.
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import type { StoreSettings } from "../settings/store.ts"
import { StartupError } from "../StartupError.ts"
import { defaultDataDirectory, openDataDirectory, requireAccess, requireClosed } from "./dataDirectory.ts"

/** The file with the head of the audit log, beside the database. */
export const anchorFile = (directory: string) => join(directory, "audit-anchor")

/** The database of a data directory. */
export const databaseFile = (directory: string) => join(directory, "leadline.sqlite")

/** The database is missing or empty, and the anchor beside it is that of a store with keys. */
const lostStore = ({ databaseUrl }: StoreSettings, directory: string) => {
  const [anchor, file] = [anchorFile(directory), databaseFile(directory)]
  const found = `is missing or empty, but ${anchor} is that of a store with keys`
  return new StartupError({
    message:
      databaseUrl !== undefined && existsSync(file)
        ? `The database ${Store.databaseName(databaseUrl)} ${found}. If that is still the store in ${file}, move it with leadline copy --from sqlite:${file}; otherwise restore a backup`
        : `The database ${found}: restore a backup, or remove that file to start with an empty store`
  })
}

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
          return populated || !existsSync(anchorFile(directory))
            ? layerPepper(settings, directory, !populated)
            : yield* lostStore(settings, directory)
        })
      )
    )
  )

/** Effect of opening a database on its tables; by default a server creates and updates them. */
type Migrate = NonNullable<Sqlite.SqliteOptions["migrate"]>

/** Enough for some hundred revocations. */
const reserve = 8_388_608

/** Loads the client of PostgreSQL only if one is configured. */
const layerPostgres = (
  url: NonNullable<StoreSettings["databaseUrl"]>,
  { databaseConnections, databaseTimeout }: StoreSettings,
  migrate: Migrate,
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

const layerDatabase = (settings: StoreSettings, filename: string, migrate: Migrate) =>
  settings.databaseUrl === undefined
    ? Sqlite.layer({ filename, migrate, reserve })
    : layerPostgres(settings.databaseUrl, settings, migrate)

/**
 * A database of a copy, by its file, which no other process may use, or its URL. A source is a store with the tables of
 * this version; tables are made in an empty target only, so that a copy that is refused has changed nothing.
 */
export const layerCopyDatabase = (
  place: { readonly filename: string } | { readonly url: NonNullable<StoreSettings["databaseUrl"]> },
  settings: StoreSettings,
  isTarget: boolean
) => {
  const migrate = isTarget ? "create" : "require"
  return "url" in place
    ? layerPostgres(place.url, settings, migrate, isTarget)
    : Sqlite.layer({ filename: place.filename, exclusive: true, migrate, acceptUnfinishedCopy: isTarget })
}

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
  filename: string = databaseFile(directory),
  migrate: Migrate = true
) =>
  layerKnownPepper(settings, directory).pipe(Layer.provideMerge(layerDatabase(settings, filename, migrate)))

/** There is no database, or it is empty. */
const noStore = (settings: StoreSettings, directory: string) => {
  if (existsSync(anchorFile(directory))) return lostStore(settings, directory)
  const first = "start the server or run leadline keys create first"
  const message =
    settings.databaseUrl === undefined
      ? `There is no store in ${directory}: ${first}, or set LEADLINE_DATA_DIR to its directory`
      : `There is no store in ${Store.databaseName(settings.databaseUrl)}: ${first}, or set LEADLINE_DATABASE_URL to its database`
  return new StartupError({ message })
}

/** The data directory of an existing store; fails with a StartupError if there is none. */
export const existingDirectory = (settings: StoreSettings): Effect.Effect<string, StartupError> => {
  if (settings.databaseUrl !== undefined) return openDataDirectory(settings)
  const directory = resolve(settings.dataDirectory ?? defaultDataDirectory)
  return Effect.andThen(
    requireAccess(directory),
    Effect.suspend(() =>
      existsSync(databaseFile(directory))
        ? Effect.as(requireClosed(directory, settings), directory)
        : Effect.fail(noStore(settings, directory))
    )
  )
}

/** An existing store, whose tables must be current: an update of them would lock out servers of the version before. */
export const layerExistingStore = (settings: StoreSettings) =>
  Layer.unwrap(
    Effect.map(existingDirectory(settings), (directory) =>
      layerStore(settings, directory, databaseFile(directory), "require").pipe(
        Layer.catch((error) =>
          Layer.effectContext(
            Effect.fail(
              error instanceof Store.StoreError && error.isMissing ? noStore(settings, directory) : error
            )
          )
        )
      )
    )
  )

/** The store, created if there is none. With `newPepper`, the pepper need not be that of the stored keys. */
export const layerStoreOrCreate = (settings: StoreSettings, newPepper: boolean) =>
  Layer.unwrap(
    Effect.map(openDataDirectory(settings), (directory) =>
      newPepper
        ? layerPepper(settings, directory, true).pipe(
            Layer.merge(layerDatabase(settings, databaseFile(directory), "create"))
          )
        : layerStore(settings, directory, databaseFile(directory), "create")
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
