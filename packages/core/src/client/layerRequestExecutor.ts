// Makes the executor of a client from its options, and adds base URL and key to its requests.
// Source: §4, §5.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { aFunction, checkOptions, type Checks, textWithout } from "./optionChecks.ts"
import * as RequestExecutor from "./RequestExecutor.ts"
import { Transport } from "./Transport.ts"

/** Options of a client. Those of {@link CallOptions} hold for every call that does not set its own. */
export interface ClientOptions extends RequestExecutor.RequestExecutorOptions {
  /** The address of the service: an http or https URL, optionally with a path; operations add `/v1`. */
  readonly baseUrl: string
  /** The API key, plain or redacted. Without one only the model list can be called. */
  readonly apiKey?: string | Redacted.Redacted | undefined
  /** Wraps the transport. The wrapper sees each request as it is sent, with the key, and the whole response. */
  readonly wrapTransport?: ((transport: Transport["Service"]) => Transport["Service"]) | undefined
}

const baseUrlCheck = textWithout("an http or https URL", [
  [/^$/, ""],
  [/^(?!https?:\/\/[^/])/i, "no http:// or https://"],
  [/[\s\\]/, "a blank"],
  [/[?#]/, "a query or fragment"],
  [/\/\/[^/]*@/, "a user"],
  [/[^/]\/v1\/?$/i, "/v1 at its end"]
])

/** A key that does not fit into a header is invalid, because transports would quote it in their messages. */
const apiKeyCheck = textWithout(
  "an API key",
  [
    [/^$/, ""],
    [/\s/, "a blank or line end"],
    [/^["']/, "quotes"],
    [/[^!-~]/, "no ASCII"]
  ],
  (key) => (Redacted.isRedacted(key) ? Redacted.value(key) : key)
)

/** The check of each option of a client; a transport adds those of its own. */
export const clientOptions: Checks<ClientOptions> = {
  ...RequestExecutor.executorOptions,
  baseUrl: baseUrlCheck,
  apiKey: apiKeyCheck,
  wrapTransport: aFunction
}

/** Adds base URL and key to every request; only here is the key used. */
const withBaseUrlAndKey = (baseUrl: string, key: Redacted.Redacted | undefined) => {
  const base = baseUrl.replace(/\/$/, "")
  const authorization = key && { authorization: `Bearer ${Redacted.value(key)}` }
  return (transport: Transport["Service"]): Transport["Service"] => ({
    ...transport,
    send: ({ body, headers, method, url }, receiver) =>
      transport.send({ method, url: base + url, headers: { ...headers, ...authorization }, body }, receiver)
  })
}

/**
 * Provide it to the `layerClient` of single resources, to bundle these resources alone. Throws a TypeError for an unknown
 * or invalid option.
 */
export const layerRequestExecutor = (
  options: ClientOptions
): Layer.Layer<RequestExecutor.RequestExecutor, never, Transport> => {
  checkOptions({ ...options, baseUrl: options.baseUrl ?? "" }, clientOptions)
  const { apiKey, baseUrl, wrapTransport = (transport) => transport, ...defaults } = options
  const key = typeof apiKey === "string" ? Redacted.make(apiKey) : apiKey
  const address = withBaseUrlAndKey(baseUrl, key)
  const wrapped = Effect.map(Transport, (transport) => address(wrapTransport(transport)))
  return Layer.provide(RequestExecutor.layer(defaults, key), Layer.effect(Transport, wrapped))
}
