// Verifies API keys: the service that a store provides, and a fixed set of keys for tests and small servers.
// Source: §5, §7.1.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as ApiError from "../errors/ApiError.ts"
import { withoutStack } from "../errors/withoutStack.ts"
import { invalidKeyMessage } from "../errors/bodies.ts"
import type { Caller } from "./Caller.ts"

export { Caller } from "./Caller.ts"

/** Knows the keys. A store that is away is an UnavailableError: never a refusal, never a pass. */
export class ApiKeyVerifier extends Context.Service<
  ApiKeyVerifier,
  {
    readonly verify: (
      key: Redacted.Redacted
    ) => Effect.Effect<Caller["Service"], ApiError.AuthenticationError | ApiError.UnavailableError>
    /** Runs for each request that is refused because it has no key. Default: nothing. */
    readonly onMissing?: Effect.Effect<void> | undefined
  }
>()("@leadline/core/server/ApiKeyVerifier") {}

/** Carries news of revoked keys from node to node. Default: none, each node finds out by itself. */
export const RevocationBus = Context.Reference<{
  /** Notifies the other nodes. It neither fails nor waits long. */
  readonly publish: Effect.Effect<void>
  /** Runs an effect at each news, until the scope closes. */
  readonly subscribe: (onNews: Effect.Effect<void>) => Effect.Effect<void, never, Scope.Scope>
}>("@leadline/core/server/RevocationBus", {
  defaultValue: () => ({ publish: Effect.void, subscribe: () => Effect.void })
})

/** The refusal of a key that is missing, malformed, unknown or revoked: the same for all. */
export const invalidKey = () =>
  withoutStack(() => new ApiError.AuthenticationError({ message: invalidKeyMessage }))

const isEqual = (left: string, right: string): boolean => {
  let difference = left.length ^ right.length
  for (let index = 0; index < left.length; index++) {
    // Beyond its end the other has NaN, which counts as 0.
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  }
  return difference === 0
}

/** A fixed set of keys in one group, compared in constant time: for tests, demos and single-key servers. */
export const layerKeys = (keys: ReadonlyArray<Redacted.Redacted>): Layer.Layer<ApiKeyVerifier> => {
  const callers = keys.map((_, index) => Effect.succeed({ group: "default", key: `key-${index}` }))
  return Layer.succeed(ApiKeyVerifier, {
    verify: (key) => {
      const given = Redacted.value(key)
      let found: number | undefined
      // Every key is compared, so that the time does not reveal which one matches.
      keys.forEach((known, index) => {
        if (isEqual(given, Redacted.value(known))) found ??= index
      })
      return (
        (found === undefined ? undefined : callers[found]) ?? Effect.suspend(() => Effect.fail(invalidKey()))
      )
    }
  })
}
