// Who calls the store: the API key of the current request, or the server itself.
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { defaultGroup } from "../database/migrations.ts"

/** Group and key id of the caller; outside a request the default group and no key. */
export interface CurrentCaller {
  readonly group: string
  readonly key: string | undefined
}

/** Reads the {@link CurrentCaller}. */
export const currentCaller: Effect.Effect<CurrentCaller> = Effect.map(
  Effect.serviceOption(Caller),
  Option.getOrElse(() => ({ group: defaultGroup, key: undefined }))
)
