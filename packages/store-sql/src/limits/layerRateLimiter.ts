// The rate limiter that the nodes on one PostgreSQL share.
import { make, makeShared, RateLimiter, type RateLimiterOptions } from "@leadline/core/rate-limit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { repeatEvery } from "../database/repeatEvery.ts"
import { leaseClock } from "../database/dialect.ts"
import { makeWindows } from "./postgresWindows.ts"

/** Options of {@link layerRateLimiter}. */
export interface SharedRateLimiterOptions extends RateLimiterOptions {
  /** Nodes that share the limits; each enforces its share while the database is unavailable. Default 1. */
  readonly nodes?: number | undefined
}

/** Milliseconds between two removals of old windows. */
const cleanInterval = 60_000

/** Seconds after which a window is old: twice the longest one. */
const maxAge = 120

/** Removes windows that are over, of groups that no longer ask. */
export const removeOldWindows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM limit_window WHERE start < ${yield* leaseClock} / 1000 - ${maxAge}`
})

/**
 * The rate limiter that all nodes on one PostgreSQL share: a statement for each request. No request waits long for it:
 * while the database is unavailable, or slower than 50 ms, each node counts alone. The client must be that of
 * `@leadline/store-sql/postgres`.
 */
export const layerRateLimiter = (
  options: SharedRateLimiterOptions = {}
): Layer.Layer<RateLimiter, never, SqlClient.SqlClient> =>
  Layer.effect(
    RateLimiter,
    Effect.gen(function* () {
      const windows = makeShared(yield* makeWindows, { nodes: options.nodes ?? 1 })
      yield* repeatEvery(cleanInterval, Effect.ignore(removeOldWindows))
      return make(windows, options)
    })
  )
