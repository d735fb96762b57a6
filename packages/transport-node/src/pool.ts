// The pool of one client: undici's, with our settings and connections.
import type { Dispatcher } from "undici"
import Agent from "undici/lib/dispatcher/agent.js"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"
import type { LookupFunction } from "node:net"
import { direct } from "./connect.ts"
import { Connecting } from "./connecting.ts"
import { always, fromEnvironment, through } from "./proxy.ts"
import { secureContext, type TlsOptions } from "./tls.ts"

/** The connections kept. */
export interface PoolOptions {
  /** Connections at a time; further requests wait. Default 64. */
  readonly connections?: number | undefined
  /** Requests under way on one connection of HTTP/1.1. Default 1. */
  readonly pipelining?: number | undefined
  /** How long an unused connection is kept. Default 4 s. */
  readonly idle?: Duration.Input | undefined
  /** The same where the server names a time of its own: never more than this. Default 25 s. */
  readonly idleMax?: Duration.Input | undefined
  /** A Unix socket to connect to in place of the base URL's host. */
  readonly socketPath?: string | undefined
  /** How long a connection may take to stand, TLS included. Default 10 s. */
  readonly connectTimeout?: Duration.Input | undefined
  /** How names are resolved, as `net.connect` takes it: it may leave out addresses. Addresses in a URL are not asked for. */
  readonly lookup?: LookupFunction | undefined
}

/** How a client reaches the service. */
export interface TransportOptions {
  /**
   * The proxy for all connections: an http or https URL, perhaps with user and password. `"env"`: as `HTTPS_PROXY`,
   * `HTTP_PROXY` and `NO_PROXY` say. Default none.
   */
  readonly proxy?: string | Redacted.Redacted | undefined
  /** Trust and identity on `https://`. */
  readonly tls?: TlsOptions | undefined
  /** May a connection over TLS be HTTP/2? Default false. */
  readonly http2?: boolean | undefined
  /** The connections kept. */
  readonly pool?: PoolOptions | undefined
  /** A dispatcher of one's own, of undici 7 or later, in place of all the above. It is never closed. */
  readonly dispatcher?: Pick<Dispatcher, "dispatch"> | undefined
}

/** What requests go through. */
export interface Pool {
  readonly dispatch: (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void
  readonly connecting: Connecting | undefined
  readonly close: () => Promise<void>
}

const refuse = (name: string): never => {
  throw new TypeError(`${name}: cannot go with the other options given`)
}

const positive = (name: string, value: number): number => {
  if (value > 0 && Number.isFinite(value)) return value
  throw new TypeError(`pool.${name}: expected a positive number`)
}

const connects = ({ http2 = false, pool, proxy, tls }: TransportOptions) => {
  const context = tls === undefined ? undefined : secureContext(tls)
  const straight = direct({
    http2,
    secureContext: context,
    servername: tls?.servername,
    socketPath: pool?.socketPath,
    lookup: pool?.lookup,
    timeout:
      pool?.connectTimeout === undefined
        ? undefined
        : positive("connectTimeout", Duration.toMillis(pool.connectTimeout))
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
  const connections = positive("connections", pool.connections ?? 64)
  const pipelining = positive("pipelining", pool.pipelining ?? 1)
  const idle = positive("idle", Duration.toMillis(pool.idle ?? 4_000))
  const idleMax = positive("idleMax", Duration.toMillis(pool.idleMax ?? 25_000))
  const connect = connects(options)
  return () => {
    const connecting = new Connecting(pipelining === 1 && !http2)
    const agent = new Agent({
      allowH2: http2,
      connections,
      pipelining,
      keepAliveTimeout: idle,
      keepAliveMaxTimeout: idleMax,
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
      // False: the pool has no connection to spare.
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

/** Makes pools as these options say. Throws a TypeError for options that are none. */
export const pools = (options: TransportOptions): (() => Pool) => {
  const { dispatcher, http2, pool, proxy, tls } = options
  if (dispatcher === undefined) return own(options)
  return (http2 ?? pool ?? proxy ?? tls) === undefined ? () => foreign(dispatcher) : refuse("dispatcher")
}
