// Keeps the files of the data directory from other users of the machine.
import * as Effect from "effect/Effect"
import { chmodSync, statSync } from "node:fs"
import { join } from "node:path"

const ownerOnly = 0o600
const others = 0o077

/** Files with prompts, keys' MACs or secrets. Other files in the directory are not ours. */
const files = [
  "leadline.sqlite",
  "leadline.sqlite-wal",
  "leadline.sqlite-shm",
  "leadline.sqlite-reserve",
  "pepper",
  "pepper.previous",
  "first-key",
  "audit-anchor",
  "project.index",
  "project.index-wal",
  "documents.index",
  "documents.index-wal"
]

/** Whether other users may do anything with a file or folder; false for one that does not exist. */
const isOpen = (path: string): boolean =>
  ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & others) !== 0

const close = (path: string): string => {
  try {
    chmodSync(path, ownerOnly)
    return `${path} was open to other users of this machine: its mode is 0600 now.`
  } catch {
    return `${path} is open to other users of this machine, and its mode cannot be changed: run chmod 600 ${path} as its owner.`
  }
}

/** Closes files that other users can open, and returns a warning for each, and for a directory that they can enter. */
export const protectFiles = (directory: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.sync(() => {
    // Windows has no such modes.
    if (process.platform === "win32") return []
    const warnings = files
      .map((name) => join(directory, name))
      .filter(isOpen)
      .map(close)
    return isOpen(directory)
      ? [
          ...warnings,
          `The data directory ${directory} is open to other users of this machine: run chmod 700 ${directory}`
        ]
      : warnings
  })
