// Authenticates the caller of a request by its bearer key: 401, 429 for an address that guesses keys, 503.
// Source: §5, §7.1.
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as ApiError from "../errors/ApiError.ts"
import { ApiKeyVerifier, invalidKey } from "./ApiKeyVerifier.ts"
import type { Caller } from "./Caller.ts"
import { makeAddressLimit } from "./admission/AddressLimit.ts"
import type { RequestContext } from "./RequestContext.ts"
import { authFailures } from "./telemetry/metrics.ts"

/** The scheme in any case, then one space at least. `x-api-key` and other places are not read. */
const bearer = /^bearer +([^ ].*)$/i

const failures = {
  missing: authFailures({ reason: "missing" }),
  AuthenticationError: authFailures({ reason: "refused" }),
  UnavailableError: authFailures({ reason: "unavailable" })
}

/** Milliseconds for which an address is remembered, at least. */
const recentTime = 60_000

/** Addresses of one such time; further ones are not remembered. */
const mostRecent = 10_000

/** A set of addresses that forgets those not added for one to two minutes. */
const makeRecentAddresses = () => {
  let recent = new Set<string>()
  let older = recent
  let since = -Infinity
  const forget = (now: number): void => {
    if (now - since < recentTime) return
    older = now - since < 2 * recentTime ? recent : new Set()
    recent = new Set()
    since = now
  }
  return {
    add: (address: string, now: number): void => {
      forget(now)
      if (recent.size < mostRecent) recent.add(address)
    },
    has: (address: string, now: number): boolean => {
      forget(now)
      return recent.has(address) || older.has(address)
    }
  }
}

type Refusal = ApiError.AuthenticationError | ApiError.RateLimitError | ApiError.UnavailableError

/**
 * Makes the step that finds the caller, before any byte of the body is read. An address that guesses keys is
 * refused before its key is verified, unless a key of that address was accepted in the last minute: it may be shared.
 */
export const makeAuthenticate = Effect.gen(function* () {
  const { onMissing, verify } = yield* ApiKeyVerifier
  const refusedKeys = yield* makeAddressLimit({
    limit: "refused_keys",
    most: ({ refusedKeysPerSecond }) => refusedKeysPerSecond,
    message: "Too many invalid API keys from this address."
  })
  const addresses = makeRecentAddresses()

  const authenticate = (context: RequestContext): Effect.Effect<Caller["Service"], Refusal> => {
    const key = bearer.exec(context.exchange.headers["authorization"] ?? "")?.[1]
    const refuse = (reason: keyof typeof failures, error: Refusal) =>
      Effect.suspend((): Effect.Effect<never, Refusal> => {
        failures[reason].updateUnsafe(1, context.fiberContext)
        return error._tag === "AuthenticationError"
          ? Effect.andThen(refusedKeys.take(context), Effect.fail(error))
          : Effect.fail(error)
      })
    return key === undefined
      ? Effect.andThen(onMissing ?? Effect.void, refuse("missing", invalidKey()))
      : Effect.catchEager(
          Effect.mapEager(verify(Redacted.make(key)), (caller) => {
            addresses.add(context.remoteAddress ?? "", context.startedAt)
            return caller
          }),
          (error) => refuse(error._tag, error)
        )
  }

  return (context: RequestContext): Effect.Effect<Caller["Service"], Refusal> => {
    const isSpared = addresses.has(context.remoteAddress ?? "", context.startedAt)
    const refusal = isSpared ? undefined : refusedKeys.refusal(context)
    return refusal === undefined ? authenticate(context) : Effect.fail(refusal)
  }
})
