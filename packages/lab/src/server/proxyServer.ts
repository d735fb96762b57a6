// A server whose engines call another server.
import * as Upstream from "@leadline/backends"
import { layerTransport } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { apiKey, startServer, type ServiceOptions } from "./testServer.ts"

/** Options of the proxy's upstream client. */
type ProxyOptions = Omit<Upstream.BackendOptions, "apiKey" | "baseUrl">

/** Tests ask for many failures in a row, which must not open the circuit breaker. */
const noBreaker: ProxyOptions = { circuitBreaker: { minimumCalls: Infinity } }

/** Every service that another server can answer, called at this base URL with {@link apiKey}. */
export const proxyServices = (baseUrl: string, options: ProxyOptions = noBreaker): ServiceOptions => {
  const backend = Upstream.layerBackend({ ...options, apiKey, baseUrl }).pipe(Layer.provide(layerTransport()))
  const services = Upstream.resources.map((name) => [
    name,
    Layer.provide(Upstream.layerResource(name), backend)
  ])
  return Object.fromEntries(services) as ServiceOptions
}

/**
 * A server and a proxy server in front of it: the proxy's base URL. Both stop with the scope. Keys and skills are the
 * proxy's own.
 */
export const startBehindProxy = ({ keys, skills, ...services }: ServiceOptions) =>
  Effect.flatMap(startServer(services), (baseUrl) =>
    startServer({ ...proxyServices(baseUrl), ...(keys && { keys }), ...(skills && { skills }) })
  )
