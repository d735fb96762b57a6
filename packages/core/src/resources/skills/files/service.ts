// The files behind the addresses that `download` gives.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ApiError from "../../../errors/ApiError.ts"

/** Nothing is there: the same for a forged address, one that has expired, and a deleted skill. */
export const gone = new ApiError.NotFoundError({
  message: "Nothing is there: the address is wrong or has expired."
})

/** Opens files by the token of an address. Whoever gives addresses on this server supplies it; else it has none. */
export const SkillFiles = Context.Reference<{
  readonly open: (
    token: string
  ) => Effect.Effect<Uint8Array, ApiError.NotFoundError | ApiError.UnavailableError>
}>("@leadline/core/skills/SkillFiles", { defaultValue: () => ({ open: () => Effect.fail(gone) }) })
