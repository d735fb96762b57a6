// How many keys of one address may be refused in a second: guessing is slow, and costs others nothing.
import * as Effect from "effect/Effect"
import { makeAddressLimit } from "./AddressLimit.ts"

/** `count` counts one refusal, to be run after a key was refused: it fails with 429 beyond the limit. */
export const makeRefusedKeys = Effect.map(
  makeAddressLimit({
    limit: "refused_keys",
    most: ({ refusedKeysPerSecond }) => refusedKeysPerSecond,
    message: "Too many keys of this address were refused."
  }),
  (count) => ({ count })
)
