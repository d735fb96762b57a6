// Who calls: the bearer key, checked before anything else of a request is looked at.
// Source: §5, §7.1.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as ApiError from "../errors/ApiError.ts"
import * as wire from "../errors/codecs.ts"
import { advanceOf } from "./shortcut/Advance.ts"
import { authFailures } from "./telemetry/metrics.ts"
import { note } from "./RequestContext.ts"
import { makeRefusedKeys } from "./limits/RefusedKeyLimit.ts"

/** The caller of a request, once its key has been accepted. Ids only, never the key. */
export class Caller extends Context.Service<
  Caller,
  {
    /** The key group: the organization whose limits count. */
    readonly group: string
    /** The public id of the key. */
    readonly key: string
    /** Requests of one operation in a second, where the group has a limit of its own. */
    readonly requestsPerSecond?: number
    /** Input tokens in a minute, where the group has a limit of its own. */
    readonly tokensPerMinute?: number
  }
>()("@leadline/core/http/Caller") {}

/** Knows the keys. A missing store is an UnavailableError: never a refusal, never a pass. */
export class KeyCheck extends Context.Service<
  KeyCheck,
  {
    readonly check: (
      key: Redacted.Redacted
    ) => Effect.Effect<Caller["Service"], ApiError.AuthenticationError | ApiError.UnavailableError>
    /** Hears of each request that is refused because it has no key. Default: nobody does. */
    readonly missing?: Effect.Effect<void> | undefined
  }
>()("@leadline/core/http/KeyCheck") {}

/** Carries word of revoked keys from node to node. Default: no word is carried, each node finds out by itself. */
export const RevocationNews = Context.Reference<{
  /** Sends word to the other nodes. It neither fails nor waits long. */
  readonly publish: Effect.Effect<void>
  /** Runs an effect at each word, as long as the scope is open. */
  readonly listen: (heard: Effect.Effect<void>) => Effect.Effect<void, never, Scope.Scope>
}>("@leadline/core/http/RevocationNews", {
  defaultValue: () => ({ publish: Effect.void, listen: () => Effect.void })
})

/** The refusal of every key that is missing, malformed, unknown or revoked: the same for all. */
export const refused = new ApiError.AuthenticationError({ message: "Invalid API key." })

/** Requires a bearer key. `x-api-key` and other places are not read. */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: Caller }>()(
  "@leadline/core/http/Authorization",
  {
    error: [wire.authentication, wire.codecsWithNullCode.unavailable, wire.codecsWithNullCode.rateLimit],
    security: { bearer: HttpApiSecurity.bearer }
  }
) {}

const failing = (reason: "missing" | "refused" | "unavailable") => Metric.update(authFailures({ reason }), 1)

const failures = {
  missing: failing("missing"),
  AuthenticationError: failing("refused"),
  UnavailableError: failing("unavailable")
}

/** {@link Authorization} over whatever knows the keys. Whoever guesses keys is slowed down, see `RefusedKeys`. */
export const layer = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const keys = yield* KeyCheck
    const refusedKeys = yield* makeRefusedKeys
    const missing = Effect.andThen(Effect.andThen(failures.missing, keys.missing ?? Effect.void), refused)
    return Authorization.of({
      bearer: Effect.fnUntraced(function* (httpEffect, { credential }) {
        const checked = advanceOf(yield* HttpServerRequest.HttpServerRequest)?.check ?? keys.check(credential)
        return yield* Effect.flatMap(
          (Redacted.value(credential) === ""
            ? missing
            : Effect.tapError(checked, ({ _tag }) => failures[_tag])
          ).pipe(
            Effect.catchTag("AuthenticationError", (error) =>
              Effect.flatMap(refusedKeys.count, () => Effect.fail(error))
            )
          ),
          (caller) =>
            Effect.andThen(
              note((noted) => (noted.caller = caller)),
              Effect.provideService(httpEffect, Caller, caller)
            )
        )
      })
    })
  })
)

const same = (left: string, right: string): boolean => {
  let difference = left.length ^ right.length
  for (let index = 0; index < left.length; index++) {
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index % Math.max(1, right.length))
  }
  return difference === 0
}

/** A fixed set of keys in one group, compared in constant time: for tests, demos and single-key servers. */
export const layerKeys = (keys: ReadonlyArray<Redacted.Redacted>): Layer.Layer<KeyCheck> => {
  const callers = keys.map((_, index) => Effect.succeed({ group: "default", key: `key-${index}` }))
  return Layer.succeed(KeyCheck, {
    check: (key) => {
      const given = Redacted.value(key)
      let found: number | undefined
      // All are looked at, whichever it is.
      keys.forEach((known, index) => {
        if (same(given, Redacted.value(known))) found ??= index
      })
      return (found === undefined ? undefined : callers[found]) ?? Effect.fail(refused)
    }
  })
}
