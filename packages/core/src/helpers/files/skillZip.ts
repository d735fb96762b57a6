// Makes the zip of a skill from its files, and checks it as the service does.
// The contents that a zip may have are Assumed: ours.
import * as Effect from "effect/Effect"
import * as Zip from "effect/encoding/Zip"
import * as Stream from "effect/Stream"
import * as ApiError from "../../errors/ApiError.ts"
import { concatBytes } from "../../protocol/byteChunks.ts"
import { readBundle } from "../../resources/skills/bundle.ts"
import * as limits from "../../resources/skills/limits.ts"

/** One file of a skill. */
export interface SkillFile {
  /** Its path in the skill, with `/`: `SKILL.md`, `scripts/run.py`. */
  readonly path: string
  /** Its bytes, or its text as UTF-8. */
  readonly content: Uint8Array | string
}

const byPath = (left: SkillFile, right: SkillFile): number =>
  left.path < right.path ? -1 : left.path > right.path ? 1 : 0

const tooLarge = (message: string) => new ApiError.PayloadTooLargeError({ message, phase: "request" })

/** {@link skillZip} as an effect. */
export const skillZipEffect: (
  files: ReadonlyArray<SkillFile>
) => Effect.Effect<Uint8Array, ApiError.InvalidRequestError | ApiError.PayloadTooLargeError> =
  Effect.fnUntraced(function* (files: ReadonlyArray<SkillFile>) {
    // Before any work; `readBundle` counts again.
    if (files.length > limits.entries) {
      return yield* new ApiError.InvalidRequestError({
        message: `The skill has over ${limits.entries} files`,
        phase: "request"
      })
    }
    const entries = files.toSorted(byPath).map(({ content, path }) => Zip.file(path, content))
    const parts = yield* Stream.fromIterable(entries).pipe(
      Stream.pipeThroughChannel(Zip.encode()),
      Stream.runCollect,
      Effect.mapError(
        () => new ApiError.InvalidRequestError({ message: "A file has no valid path", phase: "request" })
      )
    )
    const zip = concatBytes(parts)
    if (zip.length > limits.packedBytes)
      return yield* tooLarge(`The zip is over ${limits.packedBytes} bytes.`)
    yield* readBundle(zip)
    return zip
  })

/**
 * The zip of a skill, for `skills.create({ file })` and `skills.update`. The same files give the same bytes, in whatever
 * order, on one version of a runtime. Rejects with the InvalidRequestError that the service would answer with: no
 * `SKILL.md`, a wrong name in it, a path outside, over 1,000 files or 64 MiB; over 32 MiB packed it is a
 * PayloadTooLargeError.
 */
export const skillZip = (files: ReadonlyArray<SkillFile>): Promise<Uint8Array> =>
  Effect.runPromise(skillZipEffect(files))
