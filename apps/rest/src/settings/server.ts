// The settings of the server, read from environment variables once at start.
import * as Effect from "effect/Effect"
import { StartupError } from "../StartupError.ts"
import { embedded, type Engines, enginesExpected, parseEngines } from "./engines.ts"
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
  documents: S.text("LEADLINE_DOCUMENTS", "FOLDER", {
    text: "folder to search",
    more: ": by search and chat, and by responses with the tool `web_search`, its own or of a preset; if set, it must exist",
    fallbackText: "this project's documentation"
  }),
  documentsUrl: S.ownUrl("LEADLINE_DOCUMENTS_URL", {
    text: "prefix of a file's path in the URL of a search result",
    fallbackText: "`https://leadline.example/`",
    expected: "an http or https URL without query or fragment"
  }),
  requestsPerSecond: S.integer("LEADLINE_REQUESTS_PER_SECOND", {
    min: 1,
    max: 1_000_000,
    fallback: 100,
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
    more: ", as `redis://user:password@host:6379/0`",
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
    fallback: 1_024,
    text: "least bytes a second of a body and of an answer; `0` is no limit",
    more: ": see [Limits](limits.md#limit-memory)"
  }),
  origins: S.list("LEADLINE_ORIGINS", {
    text: "origins of web pages that may call the server",
    more: ", as `https://app.example`",
    expected: "origins like https://app.example, separated by commas",
    isValid: isOrigin
  }),
  engines: S.setting<Engines>("LEADLINE_ENGINE", {
    text: "what answers: `embedded`, `upstream`, `openai`, or a mix such as `upstream,search=embedded`",
    more: ": see [Engines](engines.md)",
    fallback: embedded,
    fallbackText: "`embedded`",
    metavar: "ENGINES",
    expected: enginesExpected,
    parse: parseEngines
  }),
  backends: S.text("LEADLINE_BACKENDS", "FILE", {
    text: "a file of backends and routes, in place of `LEADLINE_ENGINE`",
    more: ": see [Backends](backends.md); read again at SIGHUP"
  }),
  modelServerUrl: S.serverUrl("LEADLINE_MODEL_SERVER_URL", {
    text: "the model server of `openai`; ends in `/v1`"
  }),
  modelServerApiKey: S.apiKey("LEADLINE_MODEL_SERVER_API_KEY", { text: "this server's API key for it" }),
  modelServerModel: S.text("LEADLINE_MODEL_SERVER_MODEL", "NAME", {
    text: "the model to use there",
    fallbackText: "the first one it lists"
  }),
  upstreamUrl: S.serverUrl("LEADLINE_UPSTREAM_URL", {
    text: "the server of `upstream`; https, or http to this machine and listed networks"
  }),
  upstreamApiKey: S.apiKey("LEADLINE_UPSTREAM_API_KEY", { text: "this server's API key for it" }),
  upstreamNetworks: S.networks("LEADLINE_UPSTREAM_NETWORKS", {
    text: "private networks that may contain the upstream server or the model server",
    more: ", as `10.0.0.0/8`"
  })
}

/** The values of {@link serverSettings}. */
export type Settings = S.Values<typeof serverSettings>

const contradiction = (message: string) => Effect.fail(new StartupError({ message }))

/** Reads all settings; fails with the first invalid one. */
export const readSettings: Effect.Effect<Settings, StartupError> = Effect.flatMap(
  S.readAll(serverSettings),
  (settings): Effect.Effect<Settings, StartupError> => {
    const { backends, engines, publicUrl, redisUrl, sharedLimits } = settings
    if (!sharedLimits && redisUrl !== undefined) {
      return contradiction("LEADLINE_SHARED_LIMITS: expected on, because LEADLINE_REDIS_URL shares them")
    }
    if (backends !== undefined && engines !== embedded) {
      return contradiction("LEADLINE_ENGINE: expected none, because LEADLINE_BACKENDS has routes")
    }
    return Effect.succeed({ ...settings, publicUrl: publicUrl?.replace(/\/+$/, "") })
  }
)
