// The files at the addresses that `download` returns.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ApiError from "../../../errors/ApiError.ts"

/** The path of files, before the token. */
export const folder = "/downloads/skills"

/** The same failure for a forged address, an expired one, and a deleted skill. */
export const gone = () =>
  new ApiError.NotFoundError({
    message: "Not found: the address is wrong or has expired."
  })

/** A file that is read piece by piece, while it is sent. */
export interface SkillFile {
  /** The key group whose share of the memory for downloads it takes. */
  readonly group: string
  /** Bytes of the whole file. */
  readonly size: number
  /** The piece at an index, of at most `filePieceBytes`; undefined behind the last. */
  readonly piece: (index: number) => Effect.Effect<Uint8Array | undefined, ApiError.UnavailableError>
}

/** Opens files by the token of an address. Provided by stores whose addresses are on this server; by default there are none. */
export const SkillFiles = Context.Reference<{
  readonly open: (
    token: string
  ) => Effect.Effect<SkillFile, ApiError.NotFoundError | ApiError.UnavailableError>
}>("@leadline/core/skills/SkillFiles", {
  defaultValue: () => ({ open: () => Effect.suspend(() => Effect.fail(gone())) })
})
