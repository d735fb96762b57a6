// The client over undici, with its own connection pool.
// Source: §4, §5.
import * as Client from "@leadline/core/client"
import { Transport } from "@leadline/core/transport"
import * as Layer from "effect/Layer"
import * as environment from "./environment.ts"
import type { TransportOptions } from "./options.ts"
import { makeTransport } from "./undici.ts"

/** Options of a client over undici. */
export interface ClientOptions extends Omit<Client.ClientOptions, "baseUrl">, TransportOptions {
  /** The address of the service. Default: the environment variable `LEADLINE_BASE_URL`. */
  readonly baseUrl?: string | undefined
  /** The API key, plain or redacted. Default: the environment variable `LEADLINE_API_KEY`. */
  readonly apiKey?: Client.ClientOptions["apiKey"]
}

/** A transport over a connection pool that closes with the layer. Throws a TypeError for invalid options. */
export const layerTransport = (options: TransportOptions = {}): Layer.Layer<Transport> =>
  Layer.effect(Transport, makeTransport(options))

/**
 * All services over a connection pool that closes with the layer. Throws a TypeError for an invalid `baseUrl`, `apiKey`
 * or other option.
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

/** A client with promises, over a connection pool that `close` ends. Throws as {@link layerClient} does. */
export const createClient = ({
  layer,
  ...options
}: ClientOptions & Client.PromiseOptions = {}): Client.Client =>
  Client.promises(layerClient(options), { layer })
