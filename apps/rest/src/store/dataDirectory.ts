// The data directory, which holds the database, the pepper and the search index.
import { mkdirSync, statSync } from "node:fs"
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import type { StoreSettings } from "../settings/store.ts"
import { StartupError } from "../StartupError.ts"

/** Relative to the working directory. */
export const defaultDataDirectory = ".leadline"

type DirectorySettings = Pick<StoreSettings, "acceptOpenDirectory" | "dataDirectory">

const writableByOthers = 0o002

/** Everybody may add files, and only their owner may remove them, as in /tmp. */
const sticky = 0o1000

/** Fails for a directory that this user may not enter: its files would seem to be missing. */
export const requireAccess = (directory: string): Effect.Effect<void, StartupError> =>
  Effect.suspend(() => {
    try {
      // With the dot the directory itself is entered: a file is none.
      statSync(`${directory}/.`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EACCES") {
        const message = `This user may not open the data directory ${directory}: run this as its owner, or set LEADLINE_DATA_DIR to another directory`
        return Effect.fail(new StartupError({ message }))
      }
    }
    return Effect.void
  })

/** Fails for a directory in which every user of the machine can replace the database or the pepper. */
export const requireClosed = (
  directory: string,
  { acceptOpenDirectory }: DirectorySettings
): Effect.Effect<void, StartupError> =>
  Effect.suspend(() => {
    // Windows has no such modes.
    if (acceptOpenDirectory || process.platform === "win32") return Effect.void
    const { mode, uid } = statSync(directory)
    if ((mode & writableByOthers) === 0) return Effect.void
    const isShared = (mode & sticky) !== 0 || uid !== process.geteuid?.()
    return Effect.fail(
      new StartupError({
        message:
          `Every user of this machine can write the data directory ${directory}, and so replace the database or the pepper: ` +
          `${isShared ? "set LEADLINE_DATA_DIR to a directory of your own" : `run chmod 700 ${directory}`}. ` +
          "Where modes mean nothing, as on some mounts, set LEADLINE_ACCEPT_OPEN_DIRECTORY=on"
      })
    )
  })

/**
 * The absolute path of the data directory. The default one is created if absent, a given one must exist. Fails for one
 * that every user can write.
 */
export const openDataDirectory = (settings: DirectorySettings): Effect.Effect<string, StartupError> => {
  const { dataDirectory: given } = settings
  const directory = resolve(given ?? defaultDataDirectory)
  const find = Effect.try({
    try: () => {
      if (given === undefined) mkdirSync(directory, { mode: 0o700, recursive: true })
      return statSync(directory).isDirectory()
    },
    catch: () =>
      new StartupError({
        message:
          given === undefined
            ? `The data directory ${directory} cannot be created: set LEADLINE_DATA_DIR to a writable one`
            : `LEADLINE_DATA_DIR: the directory ${directory} does not exist: check its name, or run mkdir -m 700 ${directory}`
      })
  })
  return Effect.andThen(requireAccess(directory), find).pipe(
    Effect.filterOrFail(
      (isDirectory) => isDirectory,
      () => new StartupError({ message: `LEADLINE_DATA_DIR: ${directory} is not a directory` })
    ),
    Effect.andThen(requireClosed(directory, settings)),
    Effect.as(directory)
  )
}
