// The connection pool of one client, on undici's agent.
import type { Dispatcher } from "undici"
import Agent from "undici/lib/dispatcher/agent.js"
import {
  aBoolean,
  aDuration,
  aFunction,
  anObject,
  type Check,
  checkOptions,
  type Checks,
  integerFrom,
  isObject
} from "@leadline/core/transport"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"
import type { LookupFunction } from "node:net"
import * as defaults from "./clientDefaults.ts"
import { direct } from "./connect.ts"
import { Connecting } from "./connecting.ts"
import { always, fromEnvironment, through } from "./proxy.ts"
import { secureContext, tlsOptions, type TlsOptions } from "./tls.ts"

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
  readonly lookup?: LookupFunction | undefined
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
  readonly dispatcher?: Pick<Dispatcher, "dispatch"> | undefined
}

const isText = (value: unknown) => typeof value === "string" && value !== ""

const finite: Check = [
  aDuration[0],
  (value) => aDuration[1](value) && Duration.toMillis(value as Duration.Input) < Infinity
]

const poolOptions = {
  connections: integerFrom(1),
  pipelining: integerFrom(1),
  idle: finite,
  idleMax: finite,
  socketPath: ["a path", isText],
  connectTimeout: finite,
  lookup: aFunction
} satisfies Checks<PoolOptions>

/** The check of each option. */
export const transportOptions = {
  proxy: ['an http or https URL, or "env"', (value) => isText(value) || Redacted.isRedacted(value)],
  tls: anObject,
  http2: aBoolean,
  pool: anObject,
  dispatcher: ["a dispatcher of undici", (value) => isObject(value) && "dispatch" in value]
} satisfies Checks<TransportOptions>

/** A pool, or a dispatcher of the caller. */
export interface Pool {
  readonly dispatch: (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void
  readonly connecting: Connecting | undefined
  readonly close: () => Promise<void>
}

const refuse = (name: string): never => {
  throw new TypeError(`${name}: cannot be combined with the other options`)
}

const connects = ({ http2 = false, pool, proxy, tls }: TransportOptions) => {
  const context = tls === undefined ? undefined : secureContext(tls)
  const straight = direct({
    http2,
    secureContext: context,
    servername: tls?.servername,
    socketPath: pool?.socketPath,
    lookup: pool?.lookup,
    timeout: pool?.connectTimeout === undefined ? undefined : Duration.toMillis(pool.connectTimeout)
  })
  if (proxy === undefined) return straight
  if (pool?.socketPath !== undefined) refuse("proxy")
  const value = Redacted.isRedacted(proxy) ? Redacted.value(proxy) : proxy
  const choose = value === "env" ? fromEnvironment(process.env) : always(value)
  const authorities = tls?.ca === undefined ? undefined : secureContext({ ca: tls.ca })
  return through(choose, straight, direct({ secureContext: authorities }))
}

const foreign = (dispatcher: Pick<Dispatcher, "dispatch">): Pool => ({
  dispatch: (options, handler) => void dispatcher.dispatch(options, handler),
  connecting: undefined,
  close: () => Promise.resolve()
})

const own = (options: TransportOptions): (() => Pool) => {
  const { http2 = false, pool = {} } = options
  const { connections = defaults.connections, pipelining = defaults.pipelining } = pool
  const connect = connects(options)
  return () => {
    const connecting = new Connecting(pipelining === 1 && !http2)
    const agent = new Agent({
      allowH2: http2,
      connections,
      pipelining,
      keepAliveTimeout: Duration.toMillis(pool.idle ?? defaults.idle),
      keepAliveMaxTimeout: Duration.toMillis(pool.idleMax ?? defaults.idleMax),
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connecting.follow(connect)
    })
    let isWarned = false
    const warn = () => {
      isWarned = Object.values(agent.stats).some(
        ({ connected, size }) =>
          size > connections * pipelining && (!http2 || Number(connected) >= connections)
      )
      if (!isWarned) return
      process.emitWarning(`All ${connections} connections are in use: requests wait. See pool.connections.`, {
        type: "LeadlineWarning",
        code: "LEADLINE_POOL_FULL"
      })
    }
    return {
      // False: all connections of the pool are busy.
      dispatch: (request, handler) => {
        if (!agent.dispatch(request, handler) && !isWarned) warn()
      },
      connecting,
      close: () => {
        connecting.abandon()
        return agent.destroy()
      }
    }
  }
}

/** Validates options, and makes pools of them. Throws a TypeError for unknown and invalid options. */
export const pools = (options: TransportOptions): (() => Pool) => {
  checkOptions(options, transportOptions)
  const { dispatcher, http2, pool, proxy, tls } = options
  checkOptions(pool ?? {}, poolOptions, "pool.")
  checkOptions(tls ?? {}, tlsOptions, "tls.")
  if (dispatcher === undefined) return own(options)
  return (http2 ?? pool ?? proxy ?? tls) === undefined ? () => foreign(dispatcher) : refuse("dispatcher")
}
