// Reads the front matter of SKILL.md from a zip that is not trusted.
// The file and its fields are Assumed: docs, what a zip may contain is Assumed: ours.
import * as Zip from "effect/encoding/Zip"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Yaml from "effect/encoding/Yaml"
import * as ApiError from "../../errors/ApiError.ts"
import { ByteScanner } from "../../protocol/json/ByteScanner.ts"
import { decodeStrict } from "../../protocol/utf8.ts"
import { yieldFairly } from "../../scheduling/yieldFairly.ts"
import { countEntries } from "./zipDirectory.ts"
import * as limits from "./limits.ts"
import { collisionOf, isSafe, macFolder, skillFileOf } from "./paths.ts"

/** The front matter of SKILL.md; other fields are ignored. */
const Bundle = Schema.Struct({
  name: Schema.String.check(
    Schema.isPattern(/^[a-z0-9-]{1,64}$/, {
      expected: `${limits.nameLength.min} to ${limits.nameLength.max} characters of a-z, 0-9 and -`
    })
  ),
  description: Schema.String.check(
    Schema.makeFilter(
      ({ length }) => length >= limits.descriptionLength.min && length <= limits.descriptionLength.max,
      { expected: `${limits.descriptionLength.min} to ${limits.descriptionLength.max} characters` }
    )
  )
})

/** The front matter of SKILL.md: `name`, of a-z, 0-9 and -, and `description`. Other fields are ignored. */
export type Bundle = typeof Bundle.Type

const refused = (message: string) => new ApiError.InvalidRequestError({ message })

const words: { readonly [kind in Zip.ZipError["kind"]]: string } = {
  BodyConsumed: "The archive is damaged",
  Checksum: "The archive is damaged: a checksum is wrong",
  InvalidData: "The archive is damaged",
  InvalidHeader: "The archive is damaged",
  SizeMismatch: "The archive is damaged: a size is wrong",
  Truncated: "The archive is cut off",
  Unsupported: "The archive is packed in a way that is not read: use store or deflate"
}

const nothing = new Uint8Array(0)

/** The archive in chunks, so that none takes long. */
function* chunksOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += limits.unpackChunkBytes)
    yield bytes.subarray(at, at + limits.unpackChunkBytes)
}

/** Unpacks all entries, counting their bytes; keeps the paths and the beginnings of the two that may be the SKILL.md. */
const unpack = Effect.fnUntraced(function* (zip: Uint8Array) {
  const paths = new Set<string>()
  const starts = new Map<string, Uint8Array>()
  let top: string | undefined
  let unpacked = 0
  yield* Stream.fromIterable(chunksOf(zip), { chunkSize: 1 }).pipe(
    Stream.pipeThroughChannel(Zip.decode()),
    Stream.runForEach(({ body, header: { path } }) =>
      Effect.gen(function* () {
        if (!isSafe(path)) return yield* refused("The archive has a path that is not inside it")
        if (paths.has(path)) return yield* refused("The archive has a path twice")
        paths.add(path)
        if (!path.startsWith(macFolder)) top ??= path.split("/", 1)[0]
        const start =
          path === "SKILL.md" || path === `${top}/SKILL.md`
            ? new Uint8Array(limits.frontMatterBytes)
            : nothing
        let length = 0
        yield* Stream.runForEach(body, (chunk) => {
          unpacked += chunk.length
          const kept = chunk.subarray(0, start.length - length)
          start.set(kept, length)
          length += kept.length
          if (unpacked > limits.unpackedBytes) {
            return Effect.fail(refused(`The archive is over ${limits.unpackedBytes} bytes when unpacked`))
          }
          // Unpacking takes a while: other requests have their turns.
          return yieldFairly
        })
        if (start !== nothing) starts.set(path, start.subarray(0, length))
      })
    ),
    Effect.catchTag("ZipError", ({ kind }) => Effect.fail(refused(words[kind])))
  )
  return { paths: Array.from(paths), starts }
})

const fence = /^---[\t ]*\r?\n([\s\S]*?)\n---[\t ]*(?:\r?\n|$)/

/** The line of SKILL.md at which YAML breaks, if its parser says so, and what to do about a colon; no text of the file. */
const placeOf = (error: unknown): string => {
  const [, line] = / at line (\d+)$/.exec(String(error)) ?? []
  const place = line === undefined ? "" : ` at line ${Number(line) + 1}`
  return /colon/.test(String(error)) ? `${place}: quote a value that contains ": "` : place
}

const frontMatterOf = Effect.fnUntraced(function* (start: Uint8Array) {
  const scan = new ByteScanner({ maxDepth: Infinity, maxMembers: Infinity })
  // The limit may split a character.
  const isCut = start.length === limits.frontMatterBytes
  if (scan.push(start) !== undefined || (!isCut && scan.end() !== undefined)) {
    return yield* refused("SKILL.md is not valid UTF-8")
  }
  const lastLine = isCut ? start.lastIndexOf(0x0a) + 1 : start.length
  const text = decodeStrict(start.subarray(0, lastLine))
  const [, yaml] = fence.exec(text) ?? []
  if (yaml === undefined) {
    return yield* refused(
      `SKILL.md does not start with front matter between two lines of --- within ${limits.frontMatterBytes} bytes`
    )
  }
  // The parser takes time with the square of what is in a line.
  if (yaml.split(/[\r\n]/).some(({ length }) => length > limits.frontMatterLine)) {
    return yield* refused(
      `The front matter of SKILL.md has a line of over ${limits.frontMatterLine} characters: fold it`
    )
  }
  return yield* Effect.try({
    try: () => Yaml.parse(yaml),
    catch: (error) => refused(`The front matter of SKILL.md is not valid YAML${placeOf(error)}`)
  })
})

const checkBundle = Schema.decodeUnknownEffect(Bundle, { errors: "all" })

/** Name and description of a skill from its zip; an InvalidRequestError says what is wrong with it. */
export const readBundle = Effect.fn("Skills.readBundle")(function* (zip: Uint8Array) {
  const count = countEntries(zip)
  if (typeof count === "string") return yield* refused(count)
  const { paths, starts } = yield* unpack(zip)
  if (paths.length !== count) return yield* refused("The archive is damaged: its list has other entries")
  const collision = collisionOf(paths)
  if (collision !== undefined) {
    return yield* refused(
      `Entries ${collision.join(" and ")} of the archive have one path on systems that ignore case or how accents are encoded: rename one`
    )
  }
  const start = starts.get(skillFileOf(paths) ?? "")
  if (start === undefined) {
    return yield* refused("The archive has no SKILL.md at its root or in its only folder")
  }
  const found = yield* frontMatterOf(start)
  return yield* Effect.mapError(checkBundle(found), (error) => {
    const { message } = ApiError.invalidRequest(error)
    return refused(`The front matter of SKILL.md: ${message}`)
  })
})
