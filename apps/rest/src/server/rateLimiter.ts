// The rate limiter, local or shared over Redis or PostgreSQL.
import * as RateLimit from "@leadline/core/rate-limit"
import * as Store from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Settings } from "../settings/server.ts"
import type { StoreSettings } from "../settings/store.ts"
import { StartupError } from "../StartupError.ts"

/** The published server does not install a Redis client by itself. */
const redisPackage =
  "LEADLINE_REDIS_URL needs the package @redis/client: npm install @leadline/server @redis/client, then npx leadline"

/** Loads the Redis client only if a Redis is configured. */
const layerRedis = (
  options: { readonly url: NonNullable<Settings["redisUrl"]> } & RateLimit.RateLimiterOptions &
    Pick<Settings, "nodes">
) =>
  Layer.unwrap(
    Effect.promise(() => import("@leadline/store-redis")).pipe(
      Effect.catchDefect((defect) =>
        Predicate.hasProperty(defect, "code") && defect.code === "ERR_MODULE_NOT_FOUND"
          ? Effect.fail(new StartupError({ message: redisPackage }))
          : Effect.die(defect)
      ),
      Effect.map((redis) => redis.layer(options))
    )
  )

/**
 * The rate limiter: over Redis if there is one, else over the PostgreSQL of the store, else in memory. Over Redis also
 * the revocations of other nodes. Provide it to every layer that uses API keys.
 */
export const layerLimits = (
  { nodes, redisUrl, requestsPerSecond, sharedLimits, tokensPerMinute }: Settings,
  { databaseUrl }: StoreSettings
): Layer.Layer<RateLimit.RateLimiter, StartupError, SqlClient.SqlClient> => {
  const options = { nodes, requestsPerSecond, tokensPerMinute }
  if (redisUrl !== undefined) return layerRedis({ url: redisUrl, ...options })
  return sharedLimits && databaseUrl !== undefined
    ? Store.layerRateLimiter(options)
    : RateLimit.layerMemory(options)
}
