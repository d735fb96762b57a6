// The store of a server: where it is, under which pepper, how many keys it may hold. Serving and commands share it.
import { activeKeys, creationsPerMinute } from "@leadline/core/api-keys"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { dataDirectory, read, secret, whole } from "../settings/server.ts"
import { openDataDirectory } from "./dataDirectory.ts"
import { StartupError } from "../StartupError.ts"

/** What a store needs to be told. */
export interface StoreSettings {
  /** Directory of database and pepper; it must exist. Default: `.leadline`, made when absent. */
  readonly dataDirectory: string | undefined
  /** The pepper, in place of the file `pepper`. */
  readonly pepper: Redacted.Redacted | undefined
  /** The pepper before it, which holds too. */
  readonly previousPepper: Redacted.Redacted | undefined
  /** Active keys of one group. Default 100. */
  readonly activeKeys: number
  /** Keys that one key may make in a minute. Default 10. */
  readonly creationsPerMinute: number
}

const pepperForm = ["at least 32 visible ASCII characters", /^[\x21-\x7e]{32,4096}$/] as const

/** Reads them; fails with the first that is wrong. */
export const readStoreSettings = Effect.gen(function* () {
  const settings: StoreSettings = {
    dataDirectory: yield* read(dataDirectory),
    pepper: yield* secret("LEADLINE_PEPPER", ...pepperForm),
    previousPepper: yield* secret("LEADLINE_PEPPER_PREVIOUS", ...pepperForm),
    activeKeys: yield* read(whole("LEADLINE_KEYS_PER_GROUP", 1, 1_000_000, activeKeys)),
    creationsPerMinute: yield* read(whole("LEADLINE_KEYS_PER_MINUTE", 1, 1_000_000, creationsPerMinute))
  }
  return settings
})

const database = "leadline.sqlite"

const pepper = ({ pepper: given, previousPepper }: StoreSettings, directory: string) =>
  given === undefined
    ? Store.layerPepperFile({ directory })
    : Store.layerPepper(given, { previous: previousPepper })

/** Database and pepper in a data directory that was opened. */
export const layerStore = (settings: StoreSettings, directory: string) =>
  Layer.merge(Sqlite.layer({ filename: join(directory, database) }), pepper(settings, directory))

/** The store as it is; one that was never made is a failure, not an empty one. */
export const layerExistingStore = (settings: StoreSettings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const directory = resolve(settings.dataDirectory ?? ".leadline")
      if (existsSync(join(directory, database))) return layerStore(settings, directory)
      return yield* new StartupError({
        message: `There is no store in ${directory}: name its directory with LEADLINE_DATA_DIR`
      })
    })
  )

/** The store, made when it is not there. */
export const layerAnyStore = (settings: StoreSettings) =>
  Layer.unwrap(
    Effect.map(openDataDirectory(settings.dataDirectory), (directory) => layerStore(settings, directory))
  )
