// A server whose engines call another server.
import * as Upstream from "@leadline/backends"
import { layerTransport } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Resource } from "../calls.ts"
import { apiKey, startServer, type ServiceOptions } from "./testServer.ts"

/** Options of the proxy's upstream client. */
type ProxyOptions = Omit<Upstream.BackendOptions, "apiKey" | "baseUrl">

/** Tests ask for many failures in a row, which must not open the circuit breaker. */
const noBreaker: ProxyOptions = { circuitBreaker: { minimumCalls: Infinity } }

/** The services that another server provides: all but those that are always this server's own. */
type Proxied = Required<Pick<ServiceOptions, Exclude<Resource, "apiKeys" | "skills">>>

/** Every service that another server can answer, called at this base URL with {@link apiKey}. */
export const proxyServices = (baseUrl: string, options: ProxyOptions = noBreaker): Proxied => {
  const backend = Upstream.layerBackend({ ...options, apiKey, baseUrl }).pipe(Layer.provide(layerTransport()))
  return {
    asyncChat: Layer.provide(Upstream.layerAsyncChat, backend),
    chat: Layer.provide(Upstream.layerChat, backend),
    contextualizedEmbeddings: Layer.provide(Upstream.layerContextualizedEmbeddings, backend),
    decisions: Layer.provide(Upstream.layerDecisions, backend),
    embeddings: Layer.provide(Upstream.layerEmbeddings, backend),
    models: Layer.provide(Upstream.layerModels, backend),
    responses: Layer.provide(Upstream.layerResponses, backend),
    search: Layer.provide(Upstream.layerSearch, backend)
  }
}

/**
 * A server and a proxy server in front of it: the proxy's base URL. Both stop with the scope. Keys and skills are the
 * proxy's own.
 */
export const startBehindProxy = ({ keys, skills, ...services }: ServiceOptions) =>
  Effect.flatMap(startServer(services), (baseUrl) =>
    startServer({ ...proxyServices(baseUrl), ...(keys && { keys }), ...(skills && { skills }) })
  )
