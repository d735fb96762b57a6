// The client over undici, with a pool of its own.
// Source: §4, §5; the rest is the shape of the library itself.
import * as Client from "@leadline/core/client"
import { Transport } from "@leadline/core/transport"
import * as Layer from "effect/Layer"
import * as environment from "./environment.ts"
import type { TransportOptions } from "./pool.ts"
import { makeTransport } from "./undici.ts"

/** Options of a client over undici. */
export interface ClientOptions extends Omit<Client.ClientOptions, "baseUrl">, TransportOptions {
  /** Where the service is. Default `LEADLINE_BASE_URL` of the environment. */
  readonly baseUrl?: string | undefined
  /** The key, plain or redacted. Default `LEADLINE_API_KEY` of the environment. */
  readonly apiKey?: Client.ClientOptions["apiKey"]
}

/** A transport over a pool of connections that closes with the layer. Throws a TypeError for options that are none. */
export const layerTransport = (options: TransportOptions = {}): Layer.Layer<Transport> =>
  Layer.effect(Transport, makeTransport(options))

/**
 * Every service over a pool of connections that closes with the layer. Throws a TypeError for a base URL, a key or
 * another option that is none.
 */
export const layerClient = (options: ClientOptions = {}): Layer.Layer<Client.Services> => {
  const { apiKey, baseUrl, logLevel } = environment.settings()
  const { dispatcher, http2, pool, proxy, tls, ...rest } = options
  return Layer.provide(
    Client.layer({
      ...rest,
      apiKey: options.apiKey ?? apiKey,
      logLevel: options.logLevel ?? logLevel,
      baseUrl: options.baseUrl ?? baseUrl ?? ""
    }),
    layerTransport({ dispatcher, http2, pool, proxy, tls })
  )
}

/** All rooms as promises, over a pool that `close` ends. Throws as {@link layerClient} does. */
export const createClient = ({
  layer,
  ...options
}: ClientOptions & Client.PromiseOptions = {}): Client.Client =>
  Client.promises(layerClient(options), { layer })
