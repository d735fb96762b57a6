// The file of the first API key: a log that machines collect is no place for it.
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { StartupError } from "../StartupError.ts"

/** Writes the key to the file `first-key` of the data directory, for its owner only; the path of the file. */
export const writeFirstKey = (
  dataDirectory: string,
  key: Redacted.Redacted
): Effect.Effect<string, StartupError> => {
  const path = join(dataDirectory, "first-key")
  return Effect.try({
    try: () => {
      // One of an earlier store, with a mode of its own.
      rmSync(path, { force: true })
      writeFileSync(path, `${Redacted.value(key)}\n`, { flag: "wx", mode: 0o600 })
      return path
    },
    catch: () =>
      new StartupError({
        message: `The first API key cannot be written to ${path}: create another with "leadline keys create"`
      })
  })
}
