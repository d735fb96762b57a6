// The settings of the server, read from environment variables once at start.
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { StartupError } from "../StartupError.ts"
import { embedded, type Engines, enginesExpected, parseEngines } from "./engines.ts"
import {
  integer,
  list,
  listenHost,
  networkList,
  onOrOff,
  path,
  read,
  readApiKey,
  readSecret,
  type Setting
} from "./setting.ts"

/** The settings of a server. */
export interface Settings {
  /** TCP port; 0 takes a free one. Default 8080. */
  readonly port: number
  /** Address to listen on. Default 127.0.0.1. */
  readonly host: string
  /** The bootstrap API key. Default: none. */
  readonly apiKey: Redacted.Redacted | undefined
  /** Existing directory of the database and its pepper. Default: `.leadline`, created if absent. */
  readonly dataDirectory: string | undefined
  /** Existing folder to search. Default: the documentation of this project. */
  readonly documents: string | undefined
  /** Prefix of the URLs in search results. Default `https://leadline.example/`. */
  readonly documentsUrl: string | undefined
  /** Requests per second, per key group and operation. Default 100. */
  readonly requestsPerSecond: number
  /** Input tokens per minute and key group. Default 0: no limit. */
  readonly tokensPerMinute: number
  /** Redis in which nodes share limits and revocations; may contain a password. Default: none. */
  readonly redisUrl: Redacted.Redacted | undefined
  /** Whether nodes on one PostgreSQL count limits together there, without a Redis. Default true. */
  readonly sharedLimits: boolean
  /** Nodes that share the limits; each takes its share while Redis or PostgreSQL is unavailable. Default 1. */
  readonly nodes: number
  /** URL under which callers reach the server, without a slash at the end. Default: the address of the connection. */
  readonly publicUrl: string | undefined
  /** Addresses or networks of trusted proxies, whose `X-Forwarded-For` header is used. Default: none. */
  readonly proxies: ReadonlyArray<string>
  /** Concurrent connections per address, except this machine and trusted proxies; 0: no limit. Default 1,000. */
  readonly connectionsPerAddress: number
  /** Bytes per second with which bodies have to arrive and answers to be read; 0: no limit. Default 1,024. */
  readonly minDataRate: number
  /** Origins of web pages that may call the server (CORS). Default: none. */
  readonly origins: ReadonlyArray<string>
  /** The engine of each resource. Default: all in this process. */
  readonly engines: Engines
  /** File with backends and routes, in place of `engines`. */
  readonly backends: string | undefined
  /** URL of the model server, which ends in `/v1`. */
  readonly modelServerUrl: URL | undefined
  /** This server's API key there. */
  readonly modelServerApiKey: Redacted.Redacted | undefined
  /** The model to use there. Default: the first one it lists. */
  readonly modelServerModel: string | undefined
  /** URL of the upstream server. */
  readonly upstreamUrl: URL | undefined
  /** This server's API key there. */
  readonly upstreamApiKey: Redacted.Redacted | undefined
  /** Private networks in which the upstream server and the model server may be. Default: none. */
  readonly upstreamNetworks: ReadonlyArray<string>
}

/** Directory of the database and its pepper. */
export const dataDirectory = path("LEADLINE_DATA_DIR", "a directory")

const documentsUrl: Setting<string | undefined> = {
  name: "LEADLINE_DOCUMENTS_URL",
  fallback: undefined,
  expected: "an http or https URL without query or fragment",
  parse: (text) => (/^https?:\/\/[^\s/?#@\\]+(\/[^\s?#\\]*)?$/i.test(text) ? text : undefined)
}

const publicUrl: Setting<string | undefined> = {
  name: "LEADLINE_PUBLIC_URL",
  fallback: undefined,
  expected: "an http or https URL without credentials, query or fragment",
  parse: (text) =>
    /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#\\]*)?$/i.test(text) && URL.canParse(text)
      ? text.replace(/\/+$/, "")
      : undefined
}

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

const origins = list("LEADLINE_ORIGINS", "origins like https://app.example, separated by commas", isOrigin)

const engines: Setting<Engines> = {
  name: "LEADLINE_ENGINE",
  fallback: embedded,
  expected: enginesExpected,
  parse: parseEngines
}

const modelServerModel: Setting<string | undefined> = {
  name: "LEADLINE_MODEL_SERVER_MODEL",
  fallback: undefined,
  expected: "the name of a model there",
  parse: (text) => text
}

/** Both would say which engine answers what. */
const readBackends = Effect.gen(function* () {
  const file = yield* read(path("LEADLINE_BACKENDS", "a file"))
  const selected = yield* read(engines)
  return file !== undefined && selected !== embedded
    ? yield* new StartupError({
        message: "LEADLINE_ENGINE: expected none, because LEADLINE_BACKENDS has routes"
      })
    : file
})

/** A host, and optionally a port up to 65535 and a path. */
const upstreamUrlPattern =
  /^https?:\/\/(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::(?:[0-5]?\d{1,4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?(?:\/[^\s?#\\]*)?$/i

// Read as a secret, because an invalid value may contain a password.
const readUrl = (name: string) =>
  Effect.map(
    readSecret(name, "an http or https URL without credentials, query or fragment", upstreamUrlPattern),
    (url) => (url === undefined ? undefined : new URL(Redacted.value(url)))
  )

const readRedisUrl = readSecret(
  "LEADLINE_REDIS_URL",
  "a URL like redis://user:password@host:6379/0, or with rediss for TLS",
  /^rediss?:\/\/(?:[^\s/?#@]*@)?[^\s/?#@]+(?:\/\d{0,9})?$/
)

/** Nodes with a Redis count there. */
const readSharedLimits = Effect.gen(function* () {
  const isShared = yield* read(onOrOff("LEADLINE_SHARED_LIMITS", true))
  return isShared || (yield* readRedisUrl) === undefined
    ? isShared
    : yield* new StartupError({
        message: "LEADLINE_SHARED_LIMITS: expected on, because LEADLINE_REDIS_URL shares them"
      })
})

/** Reads all settings; fails with the first invalid one. */
export const readSettings: Effect.Effect<Settings, StartupError> = Effect.gen(function* () {
  return {
    port: yield* read(integer("PORT", 0, 65_535, 8080)),
    host: yield* read(listenHost("HOST")),
    apiKey: yield* readApiKey("LEADLINE_API_KEY"),
    dataDirectory: yield* read(dataDirectory),
    documents: yield* read(path("LEADLINE_DOCUMENTS", "a folder")),
    documentsUrl: yield* read(documentsUrl),
    requestsPerSecond: yield* read(integer("LEADLINE_REQUESTS_PER_SECOND", 1, 1_000_000, 100)),
    tokensPerMinute: yield* read(integer("LEADLINE_TOKENS_PER_MINUTE", 0, 999_999_999, 0)),
    redisUrl: yield* readRedisUrl,
    sharedLimits: yield* readSharedLimits,
    nodes: yield* read(integer("LEADLINE_NODES", 1, 10_000, 1)),
    publicUrl: yield* read(publicUrl),
    proxies: yield* read(networkList("LEADLINE_PROXIES")),
    connectionsPerAddress: yield* read(integer("LEADLINE_CONNECTIONS_PER_ADDRESS", 0, 1_000_000, 1_000)),
    minDataRate: yield* read(integer("LEADLINE_MIN_DATA_RATE", 0, 999_999_999, 1_024)),
    origins: yield* read(origins),
    engines: yield* read(engines),
    backends: yield* readBackends,
    modelServerUrl: yield* readUrl("LEADLINE_MODEL_SERVER_URL"),
    modelServerApiKey: yield* readApiKey("LEADLINE_MODEL_SERVER_API_KEY"),
    modelServerModel: yield* read(modelServerModel),
    upstreamUrl: yield* readUrl("LEADLINE_UPSTREAM_URL"),
    upstreamApiKey: yield* readApiKey("LEADLINE_UPSTREAM_API_KEY"),
    upstreamNetworks: yield* read(networkList("LEADLINE_UPSTREAM_NETWORKS"))
  }
})
