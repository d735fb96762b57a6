// CurrentCaller calls a store: the key of the request around it, or the server itself.
// Source: §5.
import { Caller } from "@leadline/core/authorization"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { defaultGroup } from "../database/migrations.ts"

/** The caller's group and key; without a request around it the default group, and no key. */
export interface CurrentCaller {
  readonly group: string
  readonly key: string | undefined
}

/** {@link CurrentCaller}. */
export const currentCaller: Effect.Effect<CurrentCaller> = Effect.map(
  Effect.serviceOption(Caller),
  Option.match({
    onNone: () => ({ group: defaultGroup, key: undefined }),
    onSome: ({ group, key }) => ({ group, key })
  })
)
