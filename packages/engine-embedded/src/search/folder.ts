// Lists and reads the files of a folder, without links, devices, binary and oversized files.
import { createHash } from "node:crypto"
import { constants, type Dirent, existsSync, lstatSync, realpathSync } from "node:fs"
import * as FileSystem from "node:fs/promises"
import { join, resolve } from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as limits from "./limits.ts"

/** The folder cannot be read, or its index cannot be stored. The message names it. */
export class SearchFolderError extends Data.TaggedError("SearchFolderError")<{ readonly message: string }> {}

/** Size in bytes and time of the last change, in milliseconds since 1970, of a file. */
export interface Stamp {
  readonly size: number
  readonly modified: number
}

/** A file with its text. `path` is relative to the folder, with `/`. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string
  readonly stamp: Stamp
}

/** A number that tells a folder from others: one to which a link leads has that of its target. */
export const idOf = (folder: string): number => {
  const path = resolve(folder)
  const target = existsSync(path) ? realpathSync(path) : path
  return createHash("sha256").update(target).digest().readInt32BE()
}

const readable = /\.(?:md|markdown|html?|txt)$/i
const skippedFolders = new Set(["node_modules", "dist", "coverage"])

/** The entries of a folder, or the code of the error. */
const list = (folder: string): Effect.Effect<ReadonlyArray<Dirent> | string> =>
  Effect.promise(() =>
    FileSystem.readdir(folder, { withFileTypes: true }).catch((error) => String(error.code))
  )

/**
 * Gives the paths of the files with a readable ending to `visit`, one folder after the other, so that the paths of a
 * large tree are never all in memory. Folders that start with a dot, `node_modules`, `dist` and `coverage` are not
 * entered. Symbolic links are not followed: they could lead outside the folder, and files inside it are found anyway.
 * Gives the paths of the folders that cannot be read, and the number of files of other kinds.
 */
export const walkFolder = Effect.fnUntraced(function* (
  folder: string,
  include: (path: string) => boolean,
  visit: (paths: ReadonlyArray<string>) => Effect.Effect<void>
) {
  const unreadable: Array<string> = []
  let otherKinds = 0
  const open: Array<readonly [path: string, depth: number]> = [["", 0]]
  let left = limits.files
  for (let next = open.pop(); next !== undefined && left >= 0; next = open.pop()) {
    const [path, depth] = next
    const entries = yield* list(join(folder, path))
    if (typeof entries === "string") {
      const reason = entries === "ENOTDIR" ? ": it is a file" : ""
      if (path === "")
        return yield* new SearchFolderError({ message: `The folder ${folder} cannot be read${reason}` })
      if (entries !== "ENOENT" && entries !== "ENOTDIR") unreadable.push(path)
      continue
    }
    const shown = entries
      .filter(({ name }) => !name.startsWith("."))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    const inside = ({ name }: Dirent) => (path === "" ? name : `${path}/${name}`)
    const files = shown
      .filter((entry) => entry.isFile())
      .map(inside)
      .filter(include)
    const paths = files.filter((file) => readable.test(file))
    otherKinds += files.length - paths.length
    yield* visit(paths.slice(0, left))
    left -= paths.length
    if (depth === limits.depth) continue
    for (const entry of shown.toReversed())
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) open.push([inside(entry), depth + 1])
  }
  return { full: left < 0, otherKinds, unreadable }
})

const notRead = "cannot be read"
const isChanging = "changed while it was read"

/** Is the reason not in the content of a file? Then it may be read at the next look. */
export const mayPass = (reason: unknown): boolean => reason === notRead || reason === isChanging

/** Refuses a link or a device that replaced a file after it was listed. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

const read = async (folder: string, path: string): Promise<SourceFile | string> => {
  const handle = await FileSystem.open(join(folder, path), flags)
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) return "not a regular file"
    if (stat.size > limits.fileBytes) return "too large"
    const content = await handle.readFile()
    if (content.length !== stat.size) return isChanging
    if (content.includes(0)) return "binary"
    const text = new TextDecoder("utf-8", { fatal: true }).decode(content).replaceAll(/\r\n?/g, "\n")
    const hash = createHash("sha256").update(content).digest("hex")
    const stamp = { size: stat.size, modified: stat.mtimeMs }
    return { path, text, hash, stamp }
  } finally {
    await handle.close()
  }
}

/**
 * The stamp of a file; `undefined` when it is no longer a file. It does not wait: on the thread pool, 20,000 files would
 * take seconds.
 */
export const readStamp = (folder: string, path: string): Stamp | undefined => {
  try {
    const stat = lstatSync(join(folder, path), { throwIfNoEntry: false })
    return stat?.isFile() === true ? { size: stat.size, modified: stat.mtimeMs } : undefined
  } catch {
    return undefined
  }
}

/** Reads one file; gives the reason where it is missing, unreadable, binary, too large or not UTF-8. */
export const readFile = (folder: string, path: string): Effect.Effect<SourceFile | string> =>
  Effect.promise(() =>
    read(folder, path).catch((error) => (error instanceof TypeError ? "not UTF-8" : notRead))
  )
