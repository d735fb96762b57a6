// Reads or creates the pepper file. It is created atomically and never replaced.
import * as FileSystem from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { StoreError } from "../database/StoreError.ts"

const bytes = 32

const codeOf = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : "unknown"

const reasons: Record<string, string> = {
  EACCES: "permission denied",
  EISDIR: "it is a directory",
  ENOENT: "its directory does not exist",
  ENOTDIR: "its directory is a file",
  EROFS: "its directory is read-only"
}

const read = (path: string): string | undefined => {
  try {
    return FileSystem.readFileSync(path, "utf8").trim()
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined
    throw cause
  }
}

const writeThrough = (path: string, content: string): void => {
  const file = FileSystem.openSync(path, "wx", 0o600)
  try {
    FileSystem.writeFileSync(file, content)
    FileSystem.fsyncSync(file)
  } finally {
    FileSystem.closeSync(file)
  }
}

// A link appears with its whole content and fails if the name is taken, so of two processes one wins.
const publish = (temporary: string, path: string): void => {
  try {
    FileSystem.linkSync(temporary, path)
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause
  } finally {
    FileSystem.unlinkSync(temporary)
  }
}

const attempt = <A>(path: string, run: () => A) =>
  Effect.try({
    try: run,
    catch: (cause) =>
      new StoreError({
        message: `The file ${path} cannot be used: ${reasons[codeOf(cause)] ?? codeOf(cause)}.`
      })
  })

/**
 * The content of the file `pepper` in a directory, and of `pepper.previous` if there is one. An absent `pepper` is
 * created from 32 random bytes in hex, or with `create: false` refused.
 */
export const readOrCreate = Effect.fnUntraced(function* (directory: string, create: boolean) {
  const random = yield* SecureRandom.SecureRandom
  const fresh = Hex.encode(yield* random.randomBytes(bytes))
  const suffix = Hex.encode(yield* random.randomBytes(8))
  const path = join(directory, "pepper")
  const current = yield* attempt(path, () => {
    const found = read(path)
    if (found !== undefined) return Redacted.make(found)
    if (!create) return undefined
    writeThrough(`${path}.${suffix}`, `${fresh}\n`)
    publish(`${path}.${suffix}`, path)
    return Redacted.make(read(path) ?? "")
  })
  if (current === undefined) {
    return yield* new StoreError({
      message:
        `The pepper ${path} is missing, and the store has API keys: restore it from its backup, ` +
        "or set LEADLINE_PEPPER to that of the other servers. " +
        "If it is lost for good: leadline keys create --new-pepper."
    })
  }
  const before = `${path}.previous`
  const previous = yield* attempt(before, () => {
    const found = read(before)
    return found === undefined ? undefined : Redacted.make(found)
  })
  return { current, previous }
})
