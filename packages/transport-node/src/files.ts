// Images and skills from paths of this machine.
import { imagePartEffect, type ImageParts, type SkillFile, skillZipEffect } from "@leadline/core/files"
import { InvalidRequestError, type PayloadTooLargeError } from "@leadline/core/errors"
import { entries as maxFiles, unpackedBytes } from "@leadline/core/skills"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { lstat, readdir, readFile } from "node:fs/promises"
import { join, relative, sep } from "node:path"

/** A file or folder cannot be read. Check the path, and whether this process may read it. */
export class FileReadError extends Data.TaggedError("FileReadError")<{
  readonly message: string
  /** As it was given. */
  readonly path: string
  /** That of Node, for example `ENOENT`. */
  readonly code: string
}> {}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "UNKNOWN"

const reading = <A>(path: string, read: () => Promise<A>): Effect.Effect<A, FileReadError> =>
  Effect.tryPromise({
    try: read,
    catch: (error) => {
      const code = codeOf(error)
      return new FileReadError({ message: `${path} cannot be read: ${code}`, path, code })
    }
  })

/** {@link imageFromPath} as an effect. */
export const imageFromPathEffect = <R extends keyof ImageParts>(
  resource: R,
  path: string
): Effect.Effect<ImageParts[R], FileReadError | InvalidRequestError | PayloadTooLargeError> =>
  Effect.flatMap(
    reading(path, () => readFile(path)),
    (bytes) => imagePartEffect(resource, bytes)
  )

/**
 * The content part of an image file: `imageFromPath("chat", "tide.png")`. Rejects as `imagePart` does, and with a
 * {@link FileReadError}.
 */
export const imageFromPath = <R extends keyof ImageParts>(
  resource: R,
  path: string
): Promise<ImageParts[R]> => Effect.runPromise(imageFromPathEffect(resource, path))

/** Names that no skill wants: hidden files, and what a package manager installs. */
const isIgnored = (name: string): boolean => name.startsWith(".") || name === "node_modules"

const refused = (message: string) => new InvalidRequestError({ message, phase: "request" })

/** The files of a skill's folder. */
interface Found {
  readonly files: Array<string>
  bytes: number
}

/** Adds the plain files below a folder that no name on their way excludes, up to what a skill may have. */
const find = Effect.fnUntraced(function* (
  folder: string,
  root: string,
  found: Found
): Effect.fn.Return<void, FileReadError | InvalidRequestError> {
  const entries = yield* reading(folder, () => readdir(folder, { withFileTypes: true }))
  for (const entry of entries) {
    if (isIgnored(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* find(path, root, found)
    else if (entry.isFile()) {
      found.files.push(path)
      found.bytes += (yield* reading(path, () => lstat(path))).size
      if (found.files.length > maxFiles) return yield* refused(`The skill has over ${maxFiles} files`)
      if (found.bytes > unpackedBytes) return yield* refused(`The skill is over ${unpackedBytes} bytes`)
    } else {
      return yield* refused(`${relative(root, path)} is a link or another file that is not plain`)
    }
  }
})

/** {@link skillFromFolder} as an effect. */
export const skillFromFolderEffect: (
  path: string
) => Effect.Effect<Uint8Array, FileReadError | InvalidRequestError | PayloadTooLargeError> =
  Effect.fnUntraced(function* (path: string) {
    const found: Found = { files: [], bytes: 0 }
    yield* find(path, path, found)
    const read = yield* Effect.forEach(
      found.files,
      (file): Effect.Effect<SkillFile, FileReadError> =>
        Effect.map(
          reading(file, () => readFile(file)),
          (content) => ({ path: relative(path, file).replaceAll(sep, "/"), content })
        ),
      { concurrency: 16 }
    )
    return yield* Effect.catchTag(skillZipEffect(read), "InvalidRequestError", ({ message }) =>
      Effect.fail(refused(`${path}: ${message}`))
    )
  })

/**
 * The zip of a folder with a `SKILL.md`, for `skills.create({ file })`. Leaves out files and folders whose name begins
 * with a dot, and `node_modules`. Rejects as `skillZip` does, with a {@link FileReadError}, and with an
 * InvalidRequestError for links: a skill holds plain files. A folder with more than a skill may have is not read.
 */
export const skillFromFolder = (path: string): Promise<Uint8Array> =>
  Effect.runPromise(skillFromFolderEffect(path))
