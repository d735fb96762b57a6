// The rate limiter, local or shared over Redis or PostgreSQL, and the settings of the guards.
import * as RateLimit from "@leadline/core/rate-limit"
import * as ServerSettings from "@leadline/core/server-settings"
import * as Store from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import type { OperatorSettings } from "../settings/operator.ts"
import type { Settings } from "../settings/server.ts"
import type { StoreSettings } from "../settings/store.ts"

/** Loads the Redis client only if a Redis is configured. */
const layerRedis = (
  options: { readonly url: NonNullable<Settings["redisUrl"]> } & RateLimit.RateLimiterOptions &
    Pick<Settings, "nodes">
) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@leadline/store-redis")),
      (redis) => redis.layer(options)
    )
  )

/**
 * The rate limiter: over Redis if there is one, else over the PostgreSQL of the store, else in memory. Over Redis also
 * the revocations of other nodes. Provide it to every layer that uses API keys.
 */
export const layerLimits = (
  { nodes, redisUrl, requestsPerSecond, sharedLimits, tokensPerMinute }: Settings,
  { databaseUrl }: StoreSettings
): Layer.Layer<RateLimit.RateLimiter, never, SqlClient.SqlClient> => {
  const options = { nodes, requestsPerSecond, tokensPerMinute }
  if (redisUrl !== undefined) return layerRedis({ url: redisUrl, ...options })
  return sharedLimits && databaseUrl !== undefined
    ? Store.layerRateLimiter(options)
    : RateLimit.layerMemory(options)
}

/** Settings of the server's guards. */
export const layerServerSettings = (
  { minDataRate, origins, proxies, publicUrl }: Settings,
  { logAddresses }: OperatorSettings
) => ServerSettings.layer({ logAddresses, minDataRate, origins, proxies, publicUrl })
