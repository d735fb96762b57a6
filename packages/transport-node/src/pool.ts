// Validates the options of a connection pool, and loads it.
import type { Dispatcher } from "undici"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"
import type { LookupFunction } from "node:net"
import type { AgentSettings } from "./agent.ts"
import * as defaults from "./clientDefaults.ts"
import type { Connecting } from "./connecting.ts"
import type { PoolOptions, TransportOptions } from "./options.ts"
import { always, fromEnvironment } from "./proxy.ts"
import { secureContext } from "./tls.ts"

/** A pool, or a dispatcher of the caller. */
export interface Pool {
  readonly dispatch: (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void
  readonly connecting: Connecting | undefined
  readonly close: () => Promise<void>
}

const refuse = (name: string): never => {
  throw new TypeError(`${name}: cannot be combined with the other options`)
}

const positive = (name: string, value: number): number => {
  if (value > 0 && Number.isFinite(value)) return value
  throw new TypeError(`pool.${name}: expected a positive number`)
}

const proxySettings = ({ pool, proxy, tls }: TransportOptions): AgentSettings["proxy"] => {
  if (proxy === undefined) return undefined
  if (pool?.socketPath !== undefined) refuse("proxy")
  const value = Redacted.isRedacted(proxy) ? Redacted.value(proxy) : proxy
  return {
    choose: value === "env" ? fromEnvironment(process.env) : always(value),
    secureContext: tls?.ca === undefined ? undefined : secureContext({ ca: tls.ca })
  }
}

const millis = (name: keyof PoolOptions, value: Duration.Input): number =>
  positive(name, Duration.toMillis(value))

const settingsOf = (options: TransportOptions): AgentSettings => {
  const { http2 = false, pool = {}, tls } = options
  return {
    http2,
    connections: positive("connections", pool.connections ?? defaults.connections),
    pipelining: positive("pipelining", pool.pipelining ?? defaults.pipelining),
    idle: millis("idle", pool.idle ?? defaults.idle),
    idleMax: millis("idleMax", pool.idleMax ?? defaults.idleMax),
    connectTimeout:
      pool.connectTimeout === undefined ? undefined : millis("connectTimeout", pool.connectTimeout),
    socketPath: pool.socketPath,
    lookup: pool.lookup as LookupFunction | undefined,
    secureContext: tls === undefined ? undefined : secureContext(tls),
    servername: tls?.servername,
    proxy: proxySettings(options)
  }
}

/** Validates options. Gives the dispatcher of the caller, or loads a pool. Throws a TypeError for invalid options. */
export const poolOf = (options: TransportOptions): Pool | (() => Promise<Pool>) => {
  const { dispatcher, http2, pool, proxy, tls } = options
  if (dispatcher === undefined) {
    const settings = settingsOf(options)
    return async () => (await import("./agent.ts")).makePool(settings)
  }
  if ((http2 ?? pool ?? proxy ?? tls) !== undefined) refuse("dispatcher")
  const given = dispatcher as Pick<Dispatcher, "dispatch">
  return {
    dispatch: (request, handler) => void given.dispatch(request, handler),
    connecting: undefined,
    close: () => Promise.resolve()
  }
}
