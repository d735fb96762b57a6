// Files that a command writes about what people sent: their owner alone can read them.
import { closeSync, fchmodSync, fstatSync, openSync } from "node:fs"
import * as Effect from "effect/Effect"
import { StartupError } from "../StartupError.ts"

const reasons: { readonly [code: string]: string } = {
  EACCES: "permission denied",
  EISDIR: "it is a directory",
  ENOENT: "its folder does not exist",
  ENOSPC: "the disk is full",
  EROFS: "the disk is read only"
}

const unwritable = (path: string, error: unknown) => {
  const { code = "" } = error as NodeJS.ErrnoException
  return new StartupError({ message: `${path}: cannot be written: ${reasons[code] ?? code}` })
}

/** Opens such a file. One that was there and that others can read is closed to them first. */
export const openPrivateFile = (path: string, flags: "w" | "r+"): number => {
  let handle: number
  try {
    handle = openSync(path, flags, 0o600)
  } catch (error) {
    throw unwritable(path, error)
  }
  try {
    const stat = fstatSync(handle)
    // Windows has no such modes.
    if (stat.isFile() && (stat.mode & 0o077) !== 0 && process.platform !== "win32") fchmodSync(handle, 0o600)
    return handle
  } catch {
    closeSync(handle)
    throw new StartupError({
      message: `${path}: others can read it, and its mode cannot be changed: name another file`
    })
  }
}

/** Opens or writes such a file. Fails with its name. */
export const tryWrite = (path: string, write: () => void): Effect.Effect<void, StartupError> =>
  Effect.try({
    try: write,
    catch: (error) => (error instanceof StartupError ? error : unwritable(path, error))
  })
