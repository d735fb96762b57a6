// The setups in which a service is tested: direct, in memory, over sockets by each client and to each server, and behind
// a proxy server.
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Resource, ServiceOf } from "../resources.ts"
import { startBehindProxy } from "../server/proxyServer.ts"
import {
  apiKey,
  type ServiceOptions,
  startInMemory,
  startRouterServer,
  startServer
} from "../server/testServer.ts"

const options = { apiKey, maxRetries: 0 }

/** Named layers, one for each setup of a service. */
export type Setups<S> = ReadonlyArray<readonly [string, Layer.Layer<S, unknown>]>

/** All setups of a resource's service: itself, and clients of a server of it. That of API keys has its verifier, too. */
export const setupsOf =
  <R extends Resource>(resource: R) =>
  <Rest>(direct: Layer.Layer<ServiceOf<R> | Rest, unknown>): Setups<ServiceOf<R>> => {
    const option: keyof ServiceOptions = resource === "apiKeys" ? "keys" : resource
    const service: ServiceOptions = { [option]: Layer.orDie(direct) }
    const memory = Layer.unwrap(
      Effect.map(startInMemory(service), (fetch) =>
        FetchTransport.layerClient({ ...options, baseUrl: "http://localhost", fetch })
      )
    )
    const over = (
      start: (service: ServiceOptions) => ReturnType<typeof startServer>,
      { layerClient }: typeof NodeTransport | typeof FetchTransport
    ) => Layer.unwrap(Effect.map(start(service), (baseUrl) => layerClient({ ...options, baseUrl })))
    return [
      ["the engine, direct", direct],
      ["in memory, over fetch", memory],
      ["over a socket, by undici", over(startServer, NodeTransport)],
      ["over a socket, by fetch", over(startServer, FetchTransport)],
      ["over a socket, to an HttpRouter", over(startRouterServer, NodeTransport)],
      ["over sockets, through a second server", over(startBehindProxy, NodeTransport)]
    ]
  }
