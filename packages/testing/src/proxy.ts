// A server whose engine is another server: what stands before a service is this package's own second one.
import * as Upstream from "@leadline/engine-upstream"
import { layerTransport } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Resource } from "./calls.ts"
import { key, onSocket, type ServiceOptions } from "./servers.ts"

/** How the proxy differs from the plain one. */
type ProxyOptions = Omit<Upstream.BackendOptions, "apiKey" | "baseUrl">

/** Failures are asked for, many in a row: they shall not open the breaker. */
const patient: ProxyOptions = { breaker: { calls: Infinity } }

/** The services that another server provides: all but those that are always this server's own. */
type Proxied = Required<Pick<ServiceOptions, Exclude<Resource, "apiKeys" | "skills">>>

/** Every resource that another server can answer, asked at this address with {@link key}. */
export const proxying = (baseUrl: string, options: ProxyOptions = patient): Proxied => {
  const backend = Upstream.layerBackend({ ...options, apiKey: key, baseUrl }).pipe(
    Layer.provide(layerTransport())
  )
  return {
    asyncChat: Layer.provide(Upstream.layerAsyncChat, backend),
    chat: Layer.provide(Upstream.layerChat, backend),
    decisions: Layer.provide(Upstream.layerDecisions, backend),
    embeddings: Layer.provide(Upstream.layerEmbeddings, backend),
    models: Layer.provide(Upstream.layerModels, backend),
    responses: Layer.provide(Upstream.layerResponses, backend),
    search: Layer.provide(Upstream.layerSearch, backend)
  }
}

/**
 * The service on one socket, and before it a server on a second one, both released with the scope: the second one's
 * base URL. Keys and skills are that one's own.
 */
export const behindProxy = ({ keys, skills, ...rooms }: ServiceOptions) =>
  Effect.flatMap(onSocket(rooms), (baseUrl) =>
    onSocket({ ...proxying(baseUrl), ...(keys && { keys }), ...(skills && { skills }) })
  )
