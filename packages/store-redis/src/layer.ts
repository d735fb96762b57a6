// The rate limiter shared over Redis, and messages about revoked keys between nodes.
// Source: §4.1, §4.3, §8; Assumed: ours.
import { RevocationNews } from "@leadline/core/authorization"
import { Limiter, type LimiterOptions, make, makeShared } from "@leadline/core/rate-limit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { connect } from "./connection.ts"
import { makeWindows } from "./fixedWindow.ts"

/** Options of {@link layer}. */
export interface RedisOptions extends LimiterOptions {
  /** URL like `redis://user:password@host:6379/0`, or with `rediss` for TLS. */
  readonly url: Redacted.Redacted
  /** Nodes that share the limits; each enforces its share while Redis is unavailable. Default 1. */
  readonly nodes?: number | undefined
}

const channel = "leadline:revoked"

/** Milliseconds a revocation waits for its message to be sent. */
const publishTimeout = 50

/**
 * The rate limiter that all nodes on one Redis share, and their `RevocationNews`. Provide it to the API key verifier.
 * No request waits long for Redis: while it is unavailable, each node counts alone and reads revocations from its store.
 */
export const layer = (options: RedisOptions): Layer.Layer<Limiter> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const connection = yield* connect(options.url)
      const windows = makeShared(makeWindows(connection), { nodes: options.nodes ?? 1 })
      return Context.make(Limiter, make(windows, options)).pipe(
        Context.add(RevocationNews, {
          publish: Effect.ignore(Effect.timeout(connection.publish(channel, ""), publishTimeout)),
          listen: Effect.fnUntraced(function* (onRevoked) {
            const run = Effect.runForkWith(yield* Effect.context())
            connection.listen(channel, () => run(onRevoked))
          })
        })
      )
    })
  )
