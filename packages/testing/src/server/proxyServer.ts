// A server whose engine is another server: what stands before a service is this package's own second one.
import * as Upstream from "@leadline/engine-upstream"
import { layerTransport } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { apiKey, startServer, type ServiceOptions } from "./testServer.ts"

/** How the proxy differs from the plain one. */
type ProxyOptions = Omit<Upstream.BackendOptions, "apiKey" | "baseUrl">

/** Failures are asked for, many in a row: they shall not open the breaker. */
const noBreaker: ProxyOptions = { breaker: { calls: Infinity } }

/** Every room that another server can answer, asked at this address with {@link apiKey}. */
export const proxyServices = (baseUrl: string, options: ProxyOptions = noBreaker): ServiceOptions => {
  const backend = Upstream.layerBackend({ ...options, apiKey, baseUrl }).pipe(Layer.provide(layerTransport()))
  return {
    asyncChat: Layer.provide(Upstream.layerAsyncChat, backend),
    chat: Layer.provide(Upstream.layerChat, backend),
    decisions: Layer.provide(Upstream.layerDecisions, backend),
    embeddings: Layer.provide(Upstream.layerEmbeddings, backend),
    responses: Layer.provide(Upstream.layerResponses, backend),
    search: Layer.provide(Upstream.layerSearch, backend)
  }
}

/**
 * The service on one socket, and before it a server on a second one, both released with the scope: the second one's
 * base URL. Keys and skills are that one's own.
 */
export const startBehindProxy = ({ keys, skills, ...rooms }: ServiceOptions) =>
  Effect.flatMap(startServer(rooms), (baseUrl) =>
    startServer({ ...proxyServices(baseUrl), ...(keys && { keys }), ...(skills && { skills }) })
  )
