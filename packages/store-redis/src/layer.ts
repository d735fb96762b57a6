// What a server takes from Redis: its limiter, and word of revoked keys.
// Source: §4.1, §4.3, §8; Assumed: ours.
import { RevocationNews } from "@leadline/core/authorization"
import { Limiter, type LimiterOptions, make, makeShared } from "@leadline/core/rate-limit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { connect } from "./connection.ts"
import { makeWindows } from "./fixedWindow.ts"

/** Which Redis, and whose limits. */
export interface RedisOptions extends LimiterOptions {
  /** As `redis://user:password@host:6379/0`; `rediss` is TLS. */
  readonly url: Redacted.Redacted
  /** Nodes that share the limits: while Redis is away, each gives out its part. Default 1. */
  readonly nodes?: number | undefined
}

const channel = "leadline:revoked"

/** Milliseconds that an answer waits for the other nodes to be told. */
const patience = 50

/**
 * The limiter that all nodes on one Redis share, and `RevocationNews` between them: provide it beneath the key check.
 * Nothing waits for Redis: while it is away, each node counts by itself and learns of revoked keys from its store.
 */
export const layer = (options: RedisOptions): Layer.Layer<Limiter> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const connection = yield* connect(options.url)
      const windows = makeShared(makeWindows(connection), { nodes: options.nodes ?? 1 })
      return Context.make(Limiter, make(windows, options)).pipe(
        Context.add(RevocationNews, {
          publish: Effect.ignore(Effect.timeout(connection.publish(channel, ""), patience)),
          listen: Effect.fnUntraced(function* (heard) {
            const run = Effect.runForkWith(yield* Effect.context())
            connection.listen(channel, () => run(heard))
          })
        })
      )
    })
  )
