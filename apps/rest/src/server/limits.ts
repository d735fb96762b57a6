// How often callers may ask: counted by this node alone, or by all that share a Redis.
// Source: §8; Assumed: ours.
import * as RateLimit from "@leadline/core/rate-limit"
import * as ServerSettings from "@leadline/core/server-settings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Settings } from "../settings/server.ts"

/** Loaded by whoever names one: others start without it. */
const layerRedis = (
  options: { readonly url: NonNullable<Settings["redisUrl"]> } & RateLimit.LimiterOptions &
    Pick<Settings, "nodes">
) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@leadline/store-redis")),
      (redis) => redis.layer(options)
    )
  )

/** The limiter, and with a Redis word of revoked keys: provide it to all that knows or revokes keys. */
export const layerLimits = ({ nodes, redisUrl, requestsPerSecond, tokensPerMinute }: Settings) =>
  redisUrl === undefined
    ? RateLimit.layerMemory({ requestsPerSecond, tokensPerMinute })
    : layerRedis({ url: redisUrl, nodes, requestsPerSecond, tokensPerMinute })

/** Whose word of a caller's address is believed, and which pages may call. */
export const layerCallers = ({ origins, proxies }: Settings) => ServerSettings.layer({ origins, proxies })
