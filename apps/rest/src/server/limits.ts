// The rate limiter, local or shared over Redis, and the settings of the guards.
// Source: §8; Assumed: ours.
import * as RateLimit from "@leadline/core/rate-limit"
import * as ServerSettings from "@leadline/core/server-settings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { OperatorSettings } from "../settings/operator.ts"
import type { Settings } from "../settings/server.ts"

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

/** The rate limiter; over Redis also the revocations of other nodes. Provide it to every layer that uses API keys. */
export const layerLimits = ({ nodes, redisUrl, requestsPerSecond, tokensPerMinute }: Settings) =>
  redisUrl === undefined
    ? RateLimit.layerMemory({ requestsPerSecond, tokensPerMinute })
    : layerRedis({ url: redisUrl, nodes, requestsPerSecond, tokensPerMinute })

/** Settings of the server's guards. */
export const layerServerSettings = (
  { minDataRate, origins, proxies, publicUrl }: Settings,
  { logAddresses }: OperatorSettings
) => ServerSettings.layer({ logAddresses, minDataRate, origins, proxies, publicUrl })
