// Where database and pepper stand.
import { mkdirSync, statSync } from "node:fs"
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import { StartupError } from "../StartupError.ts"

const byDefault = ".leadline"

/** The directory to use: the default is made when absent, a named one must exist. */
export const openDataDirectory = (named: string | undefined): Effect.Effect<string, StartupError> => {
  const directory = resolve(named ?? byDefault)
  return Effect.try({
    try: () => {
      if (named === undefined) mkdirSync(directory, { mode: 0o700, recursive: true })
      return statSync(directory).isDirectory()
    },
    catch: () =>
      new StartupError({
        message:
          named === undefined
            ? `The data directory ${directory} cannot be made: set LEADLINE_DATA_DIR to one that can be written`
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
