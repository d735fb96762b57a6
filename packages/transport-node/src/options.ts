// Options of the transport. Their types need neither those of Node nor those of undici.
import {
  aBoolean,
  aDuration,
  aFunction,
  anObject,
  type Check,
  type Checks,
  integerFrom
} from "@leadline/core/transport"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"

/** A function that resolves host names, such as `lookup` of `node:dns`. */
export type Lookup = (
  hostname: string,
  options: {
    readonly family?: number | "IPv4" | "IPv6"
    readonly hints?: number
    readonly all?: boolean
    readonly order?: "ipv4first" | "ipv6first" | "verbatim"
    readonly verbatim?: boolean
  },
  callback: (
    error: Error | null,
    address: string | Array<{ address: string; family: number }>,
    family?: number
  ) => void
) => void

/** Options of the connection pool. */
export interface PoolOptions {
  /** Connections at a time; more requests wait. Default 64. */
  readonly connections?: number | undefined
  /** Requests in flight on one HTTP/1.1 connection. Default 1. */
  readonly pipelining?: number | undefined
  /** How long an idle connection is kept. Default 4 s. */
  readonly idle?: Duration.Input | undefined
  /** The upper limit of an idle time that the server sends. Default 25 s. */
  readonly idleMax?: Duration.Input | undefined
  /** A Unix socket to connect to instead of the base URL's host. */
  readonly socketPath?: string | undefined
  /** The time for opening a connection, including TLS. Default 10 s. */
  readonly connectTimeout?: Duration.Input | undefined
  /** Resolves host names, as `lookup` of `net.connect`. Not called for IP addresses. */
  readonly lookup?: Lookup | undefined
}

const isText = (value: unknown) => typeof value === "string" && value !== ""

const finite: Check = [
  aDuration[0],
  (value) => aDuration[1](value) && Duration.toMillis(value as Duration.Input) < Infinity
]

/** The check of each option. */
export const poolOptions = {
  connections: integerFrom(1),
  pipelining: integerFrom(1),
  idle: finite,
  idleMax: finite,
  socketPath: ["a path", isText],
  connectTimeout: finite,
  lookup: aFunction
} satisfies Checks<PoolOptions>

/** PEM text. */
export type Pem = string | Uint8Array

/** Certificates for `https://`. */
export interface TlsOptions {
  /** Certificate authorities to trust instead of the built-in ones. */
  readonly ca?: Pem | ReadonlyArray<Pem> | undefined
  /** The client certificate with its chain, for services that require one. */
  readonly cert?: Pem | undefined
  /** The key of `cert`. */
  readonly key?: Pem | Redacted.Redacted<Pem> | undefined
  /** The server name to request and check, if it is not the base URL's host. */
  readonly servername?: string | undefined
}

/** The TLS context checks its value. */
const pem: Check = ["PEM", () => true]

/** The check of each option. */
export const tlsOptions = {
  ca: pem,
  cert: pem,
  key: pem,
  servername: ["a host name", (value) => typeof value === "string"]
} satisfies Checks<TlsOptions>

/** A dispatcher of undici 7 or later, such as an `Agent`. Its types are those of the version you have. */
export interface DispatcherLike {
  readonly dispatch: (options: never, handler: never) => unknown
}

/** Options of the transport. */
export interface TransportOptions {
  /**
   * The proxy for all connections: an http or https URL, optionally with user and password. `"env"`: as the variables
   * `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` say. Default none.
   */
  readonly proxy?: string | Redacted.Redacted | undefined
  /** Certificates for `https://`. */
  readonly tls?: TlsOptions | undefined
  /** Allows HTTP/2 over TLS. Default false. */
  readonly http2?: boolean | undefined
  /** The connection pool. */
  readonly pool?: PoolOptions | undefined
  /** Your own dispatcher, of undici 7 or later, instead of all other options. It is never closed. */
  readonly dispatcher?: DispatcherLike | undefined
}

/** The check of each option. */
export const transportOptions = {
  proxy: ['an http(s) URL or "env"', (value) => isText(value) || Redacted.isRedacted(value)],
  tls: anObject,
  http2: aBoolean,
  pool: anObject,
  dispatcher: ["a dispatcher of undici", (value) => aFunction[1](Object(value).dispatch)]
} satisfies Checks<TransportOptions>
