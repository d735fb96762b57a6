// The settings of the server, read from environment variables once at start.
import { minDataRate, requestsPerSecond } from "@leadline/core/internal"
import { auditShare, bytesPerGroup, days, reviewsPerGroup } from "@leadline/core/reviews"
import * as Effect from "effect/Effect"
import { StartupError } from "../StartupError.ts"
import { engineSettings } from "./engines.ts"
import * as S from "./setting.ts"

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

/** The settings of a server. */
export const serverSettings = {
  port: S.integer("PORT", {
    min: 0,
    max: 65_535,
    fallback: 8080,
    text: "port to listen on; `0` takes a free one"
  }),
  host: S.listenHost("HOST", { text: "address to listen on" }),
  apiKey: S.apiKey("LEADLINE_API_KEY", {
    text: "your own API key, registered if absent",
    more: "; without one, the first start creates a key and prints it, or writes it to the file `first-key` in the data directory, if the log is JSON"
  }),
  ...engineSettings,
  requestsPerSecond: S.integer("LEADLINE_REQUESTS_PER_SECOND", {
    min: 1,
    max: 1_000_000,
    fallback: requestsPerSecond,
    text: "requests a second of one key group for one operation"
  }),
  tokensPerMinute: S.integer("LEADLINE_TOKENS_PER_MINUTE", {
    min: 0,
    max: 999_999_999,
    fallback: 0,
    text: "input tokens a minute of one key group; `0` is no limit",
    more: ": see [Limits](limits.md)"
  }),
  redisUrl: S.secret("LEADLINE_REDIS_URL", {
    text: "a Redis that several servers share their limits through",
    more: ", as `redis://user:password@host:6379/0`; `@leadline/server` needs the package `@redis/client` beside it",
    expected: "a URL like redis://user:password@host:6379/0, or with rediss for TLS",
    pattern: /^rediss?:\/\/(?:[^\s/?#@]*@)?[^\s/?#@]+(?:\/\d{0,9})?$/
  }),
  sharedLimits: S.onOrOff("LEADLINE_SHARED_LIMITS", {
    fallback: true,
    text: "whether servers on one PostgreSQL count limits together",
    more: ": see [Several nodes](guides/several-nodes.md#limits)"
  }),
  nodes: S.integer("LEADLINE_NODES", {
    min: 1,
    max: 10_000,
    fallback: 1,
    text: "servers that share the limits",
    more: ": each uses its share while that Redis or PostgreSQL is down"
  }),
  publicUrl: S.ownUrl("LEADLINE_PUBLIC_URL", {
    text: "URL under which callers reach the server, for download addresses",
    more: ", as `https://api.example.com`. With a path, as `https://example.com/llm`, the proxy must strip that path",
    expected: "an http or https URL without credentials, query or fragment"
  }),
  proxies: S.networks("LEADLINE_PROXIES", {
    text: "trusted proxies, whose `X-Forwarded-For` is used",
    more: ": addresses or networks, as `10.0.0.0/8,::1`"
  }),
  connectionsPerAddress: S.integer("LEADLINE_CONNECTIONS_PER_ADDRESS", {
    min: 0,
    max: 1_000_000,
    fallback: 1_000,
    text: "open connections of one address, except loopback and trusted proxies; `0` is no limit",
    more: ", 100 is reasonable without a proxy"
  }),
  minDataRate: S.integer("LEADLINE_MIN_DATA_RATE", {
    min: 0,
    max: 999_999_999,
    fallback: minDataRate,
    text: "least bytes a second of a body and of an answer; `0` is no limit",
    more: ": see [Limits](limits.md#limit-memory)"
  }),
  origins: S.list("LEADLINE_ORIGINS", {
    text: "origins of web pages that may call the server",
    more: ", as `https://app.example`",
    expected: "origins like https://app.example, separated by commas",
    isValid: isOrigin
  }),
  reviewAudit: S.setting("LEADLINE_REVIEW_AUDIT", {
    metavar: "SHARE",
    fallback: auditShare,
    fallbackText: `\`${auditShare}\``,
    text: "share of the rows that policies act upon that is kept for review, from 0 to 1",
    more: ": see [Reviews](guides/reviews.md)",
    expected: "a number from 0 to 1",
    parse: (given) => {
      const share = Number(given)
      return /^\d(?:\.\d{1,9})?$/.test(given) && share <= 1 ? share : undefined
    }
  }),
  reviewState: S.onOrOff("LEADLINE_REVIEW_STATE", {
    fallback: true,
    text: "whether reviews have the state that their questions are about"
  }),
  reviewDays: S.integer("LEADLINE_REVIEW_DAYS", {
    min: 1,
    max: 3_650,
    fallback: days,
    text: "days for which reviews are kept"
  }),
  reviewsPerGroup: S.integer("LEADLINE_REVIEWS_PER_GROUP", {
    min: 0,
    max: 1_000_000,
    fallback: reviewsPerGroup,
    text: "reviews of one key group; beyond it none is kept, `0` keeps none"
  }),
  reviewBytesPerGroup: S.integer("LEADLINE_REVIEW_BYTES_PER_GROUP", {
    min: 0,
    max: 999_999_999_999,
    fallback: bytesPerGroup,
    text: "bytes of the reviews of one key group; beyond it none is kept"
  })
}

/** The values of {@link serverSettings}. */
export type Settings = S.Values<typeof serverSettings>

/** Reads these settings; fails with the first invalid one. */
export const readSettings: Effect.Effect<Settings, StartupError> = Effect.flatMap(
  S.readAll(serverSettings),
  (settings): Effect.Effect<Settings, StartupError> => {
    const { publicUrl, redisUrl, sharedLimits } = settings
    if (!sharedLimits && redisUrl !== undefined) {
      const variable = "LEADLINE_SHARED_LIMITS"
      const message = `${variable}: expected on, because LEADLINE_REDIS_URL shares them`
      return Effect.fail(new StartupError({ message, variable }))
    }
    return Effect.succeed({ ...settings, publicUrl: publicUrl?.replace(/\/+$/, "") })
  }
)
