// What the environment may set, read once at start-up. A wrong value is one clear line; an empty one is unset.
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { embedded, type Engines, enginesExpected, parseEngines, upstreamUrlForm } from "./engines.ts"
import { StartupError } from "../StartupError.ts"

/** The settings of a server. */
export interface Settings {
  /** TCP port; 0 takes a free one. Default 8080. */
  readonly port: number
  /** Address to bind. Default 127.0.0.1. */
  readonly host: string
  /** The bootstrap key, when one is given. */
  readonly apiKey: Redacted.Redacted | undefined
  /** Directory of the database and its pepper; it must exist. Default: `.leadline`, made when absent. */
  readonly dataDirectory: string | undefined
  /** Folder that search looks through; it must exist. Default: the documentation of this project. */
  readonly documents: string | undefined
  /** Stands before a file's path in the address of a result. Default `https://leadline.example/`. */
  readonly documentsUrl: string | undefined
  /** Requests per second of one key group for one operation. Default 100. */
  readonly requestsPerSecond: number
  /** Input tokens per minute of one key group. Default 0: no limit. */
  readonly tokensPerMinute: number
  /** Where nodes count together and hear of revoked keys; it may hold a password. Default: each node by itself. */
  readonly redisUrl: Redacted.Redacted | undefined
  /** How many nodes share the limits: each takes its part while Redis is away. Default 1. */
  readonly nodes: number
  /** Addresses or networks of proxies whose `X-Forwarded-*` is believed. Default none. */
  readonly proxies: ReadonlyArray<string>
  /** Connections of one address at once, this machine and proxies excepted. Default 0: no limit. */
  readonly connectionsPerAddress: number
  /** Origins whose pages may call from a browser. Default none. */
  readonly origins: ReadonlyArray<string>
  /** The engine of each operation group. Default: all answer in this process. */
  readonly engines: Engines
  /** The server that upstream engines ask. */
  readonly upstreamUrl: URL | undefined
  /** This server's key there. */
  readonly upstreamApiKey: Redacted.Redacted | undefined
  /** Networks that are not public and may hold the upstream server. Default none. */
  readonly upstreamNetworks: ReadonlyArray<string>
}

/** One variable of the environment. */
export interface Setting<A> {
  readonly name: string
  readonly fallback: A
  readonly expected: string
  /** undefined: not what is expected. */
  readonly parse: (text: string) => A | undefined
}

const wrong = (name: string, expected: string, got: string) =>
  new StartupError({ message: `${name}: expected ${expected}${got}`, variable: name })

const unreadable = (name: string) =>
  Effect.mapError(() => new StartupError({ message: `${name}: cannot be read` }))

/** Reads one variable; fails when it is wrong. */
export const read = Effect.fnUntraced(function* <A>({ expected, fallback, name, parse }: Setting<A>) {
  const text = yield* Config.String(name).pipe(Config.withDefault(""), unreadable(name))
  if (text === "") return fallback
  return parse(text) ?? (yield* wrong(name, expected, `, got ${JSON.stringify(text)}`))
})

/** A whole number in a range. */
export const whole = (name: string, min: number, max: number, fallback: number): Setting<number> => ({
  name,
  fallback,
  expected: `a whole number from ${min} to ${max}`,
  parse: (text) => {
    const value = Number(text)
    return /^\d{1,9}$/.test(text) && value >= min && value <= max ? value : undefined
  }
})

/** An address to bind. */
export const host = (name: string): Setting<string> => ({
  name,
  fallback: "127.0.0.1",
  expected: "an address or a host name without port or path",
  parse: (text) => (/^[A-Za-z0-9._:-]{1,255}$/.test(text) ? text : undefined)
})

/** Directory of the database and its pepper. */
export const dataDirectory: Setting<string | undefined> = {
  name: "LEADLINE_DATA_DIR",
  fallback: undefined,
  expected: "a directory",
  parse: (text) => text
}

const documents: Setting<string | undefined> = {
  name: "LEADLINE_DOCUMENTS",
  fallback: undefined,
  expected: "a folder",
  parse: (text) => text
}

const documentsUrl: Setting<string | undefined> = {
  name: "LEADLINE_DOCUMENTS_URL",
  fallback: undefined,
  expected: "an http or https URL without query or fragment",
  parse: (text) => (/^https?:\/\/[^\s/?#@\\]+(\/[^\s?#\\]*)?$/i.test(text) ? text : undefined)
}

const isNetwork = (text: string): boolean =>
  Result.isSuccess(NetAddress.ipFromString(text)) || Result.isSuccess(IpNetwork.fromString(text))

const networks = (name: string): Setting<ReadonlyArray<string>> => ({
  name,
  fallback: [],
  expected: "addresses or networks like 10.0.0.0/8, with commas between",
  parse: (text) => {
    const parts = text.split(",").map((part) => part.trim())
    return parts.every(isNetwork) ? parts : undefined
  }
})

const origins: Setting<ReadonlyArray<string>> = {
  name: "LEADLINE_ORIGINS",
  fallback: [],
  expected: "origins like https://app.example, with commas between",
  parse: (text) => {
    const parts = text.split(",").map((part) => part.trim())
    return parts.every((part) => URL.canParse(part) && new URL(part).origin === part) ? parts : undefined
  }
}

const engines: Setting<Engines> = {
  name: "LEADLINE_ENGINE",
  fallback: embedded,
  expected: enginesExpected,
  parse: parseEngines
}

/** A setting that is not shown, not even when it is wrong. */
export const secret = Effect.fnUntraced(function* (name: string, expected: string, pattern: RegExp) {
  const value = yield* Config.Redacted(name).pipe(Config.withDefault(Redacted.make("")), unreadable(name))
  const text = Redacted.value(value)
  if (text === "") return undefined
  return pattern.test(text) ? value : yield* wrong(name, expected, "")
})

/** A secret of visible ASCII, never shown; undefined when unset. */
export const readSecret = (name: string) =>
  secret(name, "1 to 4096 visible ASCII characters", /^[\x21-\x7e]{1,4096}$/)

/** Not shown when it is wrong: it may hold a password. */
const upstreamUrl = Effect.map(
  secret(
    "LEADLINE_UPSTREAM_URL",
    "an http or https URL without credentials, query or fragment",
    upstreamUrlForm
  ),
  (url) => (url === undefined ? undefined : new URL(Redacted.value(url)))
)

const redisUrl = secret(
  "LEADLINE_REDIS_URL",
  "a URL like redis://user:password@host:6379/0, or with rediss for TLS",
  /^rediss?:\/\/(?:[^\s/?#@]*@)?[^\s/?#@]+(?:\/\d{0,9})?$/
)

/** Reads all settings; fails with the first that is wrong. */
export const readSettings: Effect.Effect<Settings, StartupError> = Effect.gen(function* () {
  return {
    port: yield* read(whole("PORT", 0, 65_535, 8080)),
    host: yield* read(host("HOST")),
    apiKey: yield* readSecret("LEADLINE_API_KEY"),
    dataDirectory: yield* read(dataDirectory),
    documents: yield* read(documents),
    documentsUrl: yield* read(documentsUrl),
    requestsPerSecond: yield* read(whole("LEADLINE_REQUESTS_PER_SECOND", 1, 1_000_000, 100)),
    tokensPerMinute: yield* read(whole("LEADLINE_TOKENS_PER_MINUTE", 0, 999_999_999, 0)),
    redisUrl: yield* redisUrl,
    nodes: yield* read(whole("LEADLINE_NODES", 1, 10_000, 1)),
    proxies: yield* read(networks("LEADLINE_PROXIES")),
    connectionsPerAddress: yield* read(whole("LEADLINE_CONNECTIONS_PER_ADDRESS", 0, 1_000_000, 0)),
    origins: yield* read(origins),
    engines: yield* read(engines),
    upstreamUrl: yield* upstreamUrl,
    upstreamApiKey: yield* readSecret("LEADLINE_UPSTREAM_API_KEY"),
    upstreamNetworks: yield* read(networks("LEADLINE_UPSTREAM_NETWORKS"))
  }
})
