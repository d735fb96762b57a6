// The client over fetch: for browsers' edges, Deno, Bun, workerd and tests in memory.
// Source: §5.7 for browsers; the rest is the shape of the library itself.
import * as Client from "@leadline/core/client"
import * as Transport from "@leadline/core/transport"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { isBrowser } from "./browser.ts"

/** Options of a client over fetch. */
export interface ClientOptions extends Client.ClientOptions {
  /** Any fetch, the runtime's own by default. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** A page shows its key to everyone who opens it: a browser is refused unless this is true. */
  readonly dangerouslyAllowBrowser?: boolean | undefined
}

/** Redirects are shown and never followed; no cookie goes along, nothing is cached. */
const init: RequestInit = { redirect: "manual", credentials: "omit", cache: "no-store" }

/** What runtimes decode unasked. */
const codings = ["gzip", "x-gzip", "deflate", "br"]

/**
 * Every service over fetch. Throws a TypeError for a base URL or key that is none, and in a browser unless
 * `dangerouslyAllowBrowser` is true.
 */
export const layerClient = (options: ClientOptions): Layer.Layer<Client.Services> => {
  const browser = isBrowser()
  if (browser && options.dangerouslyAllowBrowser !== true) {
    throw new TypeError(
      "A key in a browser is a key for everyone: call from a server, or set dangerouslyAllowBrowser to true"
    )
  }
  const fetch =
    options.fetch === undefined ? Layer.empty : Layer.succeed(FetchHttpClient.Fetch, options.fetch)
  return Client.layer(options).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide([
      fetch,
      Layer.succeed(FetchHttpClient.RequestInit, init),
      Layer.succeed(Transport.Codings, codings),
      // Their headers fail a preflight.
      browser ? Layer.succeed(HttpClient.TracerPropagationEnabled, false) : Layer.empty
    ])
  )
}

/** All rooms as promises, over fetch. Throws as {@link layerClient} does. */
export const createClient = (options: ClientOptions): Client.Client => Client.promises(layerClient(options))
