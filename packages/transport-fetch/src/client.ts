// The client over fetch: for browsers' edges, Deno, Bun, workerd and tests in memory.
// Source: §5.7 for browsers; the rest is the shape of the library itself.
import * as Client from "@leadline/core/client"
import { Transport } from "@leadline/core/transport"
import * as Layer from "effect/Layer"
import { isBrowser } from "./browser.ts"
import { makeTransport, type TransportOptions } from "./transport.ts"

/** Options of a transport over fetch. */
export interface LayerOptions extends TransportOptions {
  /** A page shows its key to everyone who opens it: a browser is refused unless this is true. */
  readonly dangerouslyAllowBrowser?: boolean | undefined
}

/** Options of a client over fetch. */
export interface ClientOptions extends Client.ClientOptions, LayerOptions {}

/** The transport alone. Throws a TypeError in a browser unless `dangerouslyAllowBrowser` is true. */
export const layerTransport = (options: LayerOptions = {}): Layer.Layer<Transport> => {
  const { dangerouslyAllowBrowser, ...rest } = options
  if (isBrowser() && dangerouslyAllowBrowser !== true) {
    throw new TypeError(
      "A key in a browser is a key for everyone: call from a server, or set dangerouslyAllowBrowser to true"
    )
  }
  return Layer.succeed(Transport, makeTransport(rest))
}

/**
 * Every service over fetch. Throws a TypeError for a base URL or key that is none, and in a browser unless
 * `dangerouslyAllowBrowser` is true.
 */
export const layerClient = (options: ClientOptions): Layer.Layer<Client.Services> => {
  const { dangerouslyAllowBrowser, fetch, requestInit, ...rest } = options
  const transport = layerTransport({ dangerouslyAllowBrowser, fetch, requestInit })
  return Layer.provide(Client.layer(rest), transport)
}

/** All rooms as promises, over fetch. Throws as {@link layerClient} does. */
export const createClient = ({ layer, ...options }: ClientOptions & Client.PromiseOptions): Client.Client =>
  Client.promises(layerClient(options), { layer })
