// The data directory, which holds the database, the pepper and the search index.
import { mkdirSync, statSync } from "node:fs"
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import { StartupError } from "../StartupError.ts"

/** Relative to the working directory. */
export const defaultDataDirectory = ".leadline"

/** The absolute path of the data directory. The default one is created if absent, a given one must exist. */
export const openDataDirectory = (given: string | undefined): Effect.Effect<string, StartupError> => {
  const directory = resolve(given ?? defaultDataDirectory)
  return Effect.try({
    try: () => {
      if (given === undefined) mkdirSync(directory, { mode: 0o700, recursive: true })
      return statSync(directory).isDirectory()
    },
    catch: () =>
      new StartupError({
        message:
          given === undefined
            ? `The data directory ${directory} cannot be created: set LEADLINE_DATA_DIR to a writable one`
            : `LEADLINE_DATA_DIR: the directory ${directory} does not exist`
      })
  }).pipe(
    Effect.filterOrFail(
      (isDirectory) => isDirectory,
      () => new StartupError({ message: `LEADLINE_DATA_DIR: ${directory} is not a directory` })
    ),
    Effect.as(directory)
  )
}
