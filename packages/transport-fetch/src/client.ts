// The client over fetch: for Deno, Bun, workerd, edge runtimes and tests in memory.
// Source: §5.7 for browsers.
import * as Client from "@leadline/core/client"
import { aBoolean, aFunction, anObject, checkOptions, type Checks, Transport } from "@leadline/core/transport"
import * as Layer from "effect/Layer"
import { isBrowser } from "./browser.ts"
import { makeTransport, type TransportOptions } from "./transport.ts"

/** Options of a transport over fetch. */
export interface LayerOptions extends TransportOptions {
  /** Allows use in a browser, where everyone who opens the page can read the key. Default false. */
  readonly dangerouslyAllowBrowser?: boolean | undefined
}

/** Options of a client over fetch. */
export interface ClientOptions extends Client.ClientOptions, LayerOptions {}

/** The check of each option of the transport. */
const transportOptions = {
  dangerouslyAllowBrowser: aBoolean,
  fetch: aFunction,
  requestInit: anObject
} satisfies Checks<LayerOptions>

/** The check of each option of the client. */
const clientOptions = { ...Client.clientOptions, ...transportOptions } satisfies Checks<ClientOptions>

/**
 * A transport over fetch. Throws a TypeError for an unknown or invalid option, and in a browser unless
 * `dangerouslyAllowBrowser` is true.
 */
export const layerTransport = (options: LayerOptions = {}): Layer.Layer<Transport> => {
  checkOptions(options, transportOptions)
  if (isBrowser() && !options.dangerouslyAllowBrowser) {
    throw new TypeError(
      "Everyone who opens a page can read its API key: set dangerouslyAllowBrowser to allow that"
    )
  }
  return Layer.succeed(Transport, makeTransport(options))
}

/**
 * All services over fetch. Throws a TypeError for an unknown or invalid option, without a base URL, and in a browser
 * unless `dangerouslyAllowBrowser` is true.
 */
export const layerClient = (options: ClientOptions): Layer.Layer<Client.Services> => {
  checkOptions(options, clientOptions)
  const { dangerouslyAllowBrowser, fetch, requestInit, ...rest } = options
  const transport = layerTransport({ dangerouslyAllowBrowser, fetch, requestInit })
  return Layer.provide(Client.layer(rest), transport)
}

/** A client with promises, over fetch. Throws as {@link layerClient} does. */
export const createClient = (options: ClientOptions & Client.PromiseOptions): Client.Client => {
  checkOptions({ options }, { options: anObject })
  const { layer, ...rest } = options
  return Client.promises(layerClient(rest), { layer })
}
