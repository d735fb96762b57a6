// The client over undici, with its own connection pool.
// Source: §4, §5.
import * as Client from "@leadline/core/client"
import { checkOptions, type Checks, Transport } from "@leadline/core/transport"
import * as Layer from "effect/Layer"
import { read } from "./environment.ts"
import { type TransportOptions, transportOptions } from "./options.ts"
import { makeTransport } from "./transport.ts"

/** Options of a client over undici. */
export interface ClientOptions extends Omit<Client.ClientOptions, "baseUrl">, TransportOptions {
  /** The address of the service. Default: the environment variable `LEADLINE_BASE_URL`. */
  readonly baseUrl?: string | undefined
  /** The API key, plain or redacted. Default: the environment variable `LEADLINE_API_KEY`. */
  readonly apiKey?: Client.ClientOptions["apiKey"]
}

const { apiKey: keyCheck, baseUrl: urlCheck, logLevel: levelCheck } = Client.clientOptions

/** The check of each option. */
const clientOptions = {
  ...Client.clientOptions,
  ...transportOptions,
  baseUrl: [`${urlCheck[0]}, here or in LEADLINE_BASE_URL`, urlCheck[1]]
} satisfies Checks<ClientOptions>

/** The log level of the environment, in capitals or not. */
const logLevel = () =>
  read("LEADLINE_LOG", levelCheck, process.env["LEADLINE_LOG"]?.toLowerCase()) as Client.LogLevel | undefined

/** A transport over a connection pool that closes with the layer. Throws a TypeError for an unknown or invalid option. */
export const layerTransport = (options: TransportOptions = {}): Layer.Layer<Transport> =>
  Layer.effect(Transport, makeTransport(options))

/**
 * All services over a connection pool that closes with the layer. Throws a TypeError that names the option or variable,
 * for an unknown or invalid one and without a base URL.
 */
export const layerClient = (options: ClientOptions = {}): Layer.Layer<Client.Services> => {
  const baseUrl = options.baseUrl ?? read("LEADLINE_BASE_URL", urlCheck) ?? ""
  checkOptions({ ...options, baseUrl }, clientOptions)
  const { dispatcher, http2, pool, proxy, tls, ...rest } = options
  return Layer.provide(
    Client.layer({
      ...rest,
      apiKey: options.apiKey ?? read("LEADLINE_API_KEY", keyCheck),
      logLevel: options.logLevel ?? logLevel(),
      baseUrl
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
