// The store of a server: SQLite and the pepper in the data directory. The server and the commands share it.
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import type { StoreSettings } from "../settings/store.ts"
import { StartupError } from "../StartupError.ts"
import { defaultDataDirectory, openDataDirectory } from "./dataDirectory.ts"

/** The file with the head of the audit log, beside the database. */
export const anchorFile = (directory: string) => join(directory, "audit-anchor")

/** The data directory of the commands, which may not exist. */
export const directoryOf = (settings: StoreSettings) =>
  resolve(settings.dataDirectory ?? defaultDataDirectory)

const databaseFile = "leadline.sqlite"

const layerPepper = ({ pepper, previousPepper }: StoreSettings, directory: string, create: boolean) =>
  pepper === undefined
    ? Store.layerPepperFile({ directory, create })
    : Store.layerPepper(pepper, { previous: previousPepper })

/** The pepper of the stored keys. A fresh one is created only for a store that never had a key. */
const layerKnownPepper = (settings: StoreSettings, directory: string) =>
  Layer.effectDiscard(Store.checkPepper).pipe(
    Layer.provideMerge(
      Layer.unwrap(Effect.map(Store.hasKeys, (populated) => layerPepper(settings, directory, !populated)))
    )
  )

const layerDatabase = (directory: string) => Sqlite.layer({ filename: join(directory, databaseFile) })

/** Database and pepper in an open data directory. */
export const layerStore = (settings: StoreSettings, directory: string) =>
  layerKnownPepper(settings, directory).pipe(Layer.provideMerge(layerDatabase(directory)))

/** An existing store; fails with a StartupError if there is none. */
export const layerExistingStore = (settings: StoreSettings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const directory = directoryOf(settings)
      if (existsSync(join(directory, databaseFile))) return layerStore(settings, directory)
      return yield* new StartupError({
        message: `There is no store in ${directory}: set LEADLINE_DATA_DIR to its directory`
      })
    })
  )

/** The store, created if it does not exist. With `newPepper`, the pepper need not be that of the stored keys. */
export const layerStoreOrCreate = (settings: StoreSettings, newPepper: boolean) =>
  Layer.unwrap(
    Effect.map(openDataDirectory(settings.dataDirectory), (directory) =>
      newPepper
        ? layerPepper(settings, directory, true).pipe(Layer.merge(layerDatabase(directory)))
        : layerStore(settings, directory)
    )
  )
