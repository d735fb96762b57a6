// Validates the options of a connection pool.
import type { Dispatcher } from "undici"
import { checkOptions } from "@leadline/core/transport"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"
import type { LookupFunction } from "node:net"
import { type PoolSettings, makePool, type Pool } from "./pool.ts"
import * as defaults from "./clientDefaults.ts"
import { poolOptions, tlsOptions, type TransportOptions, transportOptions } from "./options.ts"
import { always, fromEnvironment } from "./proxy.ts"
import { secureContext } from "./tls.ts"

const refuse = (name: string): never => {
  throw new TypeError(`${name}: cannot be combined with the other options`)
}

const proxySettings = ({ pool, proxy, tls }: TransportOptions): PoolSettings["proxy"] => {
  if (proxy === undefined) return undefined
  if (pool?.socketPath !== undefined) refuse("proxy")
  const value = Redacted.isRedacted(proxy) ? Redacted.value(proxy) : proxy
  return {
    choose: value === "env" ? fromEnvironment(process.env) : always(value),
    secureContext: tls?.ca === undefined ? undefined : secureContext({ ca: tls.ca })
  }
}

const settingsOf = (options: TransportOptions): PoolSettings => {
  const { http2 = false, pool = {}, tls } = options
  return {
    http2,
    connections: pool.connections ?? defaults.connections,
    pipelining: pool.pipelining ?? defaults.pipelining,
    idle: Duration.toMillis(pool.idle ?? defaults.idle),
    idleMax: Duration.toMillis(pool.idleMax ?? defaults.idleMax),
    connectTimeout: pool.connectTimeout === undefined ? undefined : Duration.toMillis(pool.connectTimeout),
    socketPath: pool.socketPath,
    lookup: pool.lookup as LookupFunction | undefined,
    secureContext: tls === undefined ? undefined : secureContext(tls),
    servername: tls?.servername,
    proxy: proxySettings(options)
  }
}

/** Validates options. Gives the dispatcher of the caller, or loads a pool. Throws a TypeError for invalid options. */
export const poolOf = (options: TransportOptions): Pool | (() => Promise<Pool>) => {
  checkOptions(options, transportOptions)
  const { dispatcher, http2, pool, proxy, tls } = options
  checkOptions(pool ?? {}, poolOptions, "pool.")
  checkOptions(tls ?? {}, tlsOptions, "tls.")
  if (dispatcher === undefined) {
    const settings = settingsOf(options)
    return () => makePool(settings)
  }
  if ((http2 ?? pool ?? proxy ?? tls) !== undefined) refuse("dispatcher")
  return {
    dispatcher: dispatcher as Pick<Dispatcher, "dispatch">,
    onFull: () => undefined,
    pending: undefined,
    close: () => Promise.resolve()
  }
}
