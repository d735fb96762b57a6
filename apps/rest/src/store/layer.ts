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

const databaseFile = "leadline.sqlite"

const layerPepper = ({ pepper, previousPepper }: StoreSettings, directory: string) =>
  pepper === undefined
    ? Store.layerPepperFile({ directory })
    : Store.layerPepper(pepper, { previous: previousPepper })

/** Database and pepper in an open data directory. */
export const layerStore = (settings: StoreSettings, directory: string) =>
  Layer.merge(Sqlite.layer({ filename: join(directory, databaseFile) }), layerPepper(settings, directory))

/** An existing store; fails with a StartupError if there is none. */
export const layerExistingStore = (settings: StoreSettings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const directory = resolve(settings.dataDirectory ?? defaultDataDirectory)
      if (existsSync(join(directory, databaseFile))) return layerStore(settings, directory)
      return yield* new StartupError({
        message: `There is no store in ${directory}: set LEADLINE_DATA_DIR to its directory`
      })
    })
  )

/** The store, created if it does not exist. */
export const layerStoreOrCreate = (settings: StoreSettings) =>
  Layer.unwrap(
    Effect.map(openDataDirectory(settings.dataDirectory), (directory) => layerStore(settings, directory))
  )
