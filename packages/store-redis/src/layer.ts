// The rate limiter shared over Redis, and messages about revoked keys between nodes.
import { RevocationBus } from "@leadline/core/authentication"
import { RateLimiter, type RateLimiterOptions, make, makeShared } from "@leadline/core/rate-limit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { connect } from "./connection.ts"
import { makeWindows } from "./fixedWindow.ts"

/** Options of {@link layer}. */
export interface RedisOptions extends RateLimiterOptions {
  /** URL like `redis://user:password@host:6379/0`, or with `rediss` for TLS. */
  readonly url: Redacted.Redacted
  /** Nodes that share the limits; each enforces its share while Redis is unavailable. Default 1. */
  readonly nodes?: number | undefined
}

const channel = "leadline:revoked"

/** Milliseconds a revocation waits for its message to be sent. */
const publishTimeout = 50

/**
 * The rate limiter that all nodes on one Redis share, and their `RevocationBus`. Provide it to the API key verifier.
 * No request waits long for Redis: while it is unavailable, each node counts alone and reads revocations from its store.
 */
export const layer = (options: RedisOptions): Layer.Layer<RateLimiter> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const connection = yield* connect(options.url)
      const windows = makeShared(makeWindows(connection), { nodes: options.nodes ?? 1 })
      return Context.make(RateLimiter, make(windows, options)).pipe(
        Context.add(RevocationBus, {
          publish: Effect.ignore(Effect.timeout(connection.publish(channel, ""), publishTimeout)),
          subscribe: Effect.fnUntraced(function* (onRevoked) {
            const run = Effect.runForkWith(yield* Effect.context())
            connection.listen(channel, () => run(onRevoked))
          })
        })
      )
    })
  )
