// The setups in which a service is tested: direct, in memory, over sockets by each client and to each server, and behind
// a proxy server.
import * as Client from "@leadline/core/client"
import { resources } from "@leadline/core/resources"
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
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

/** A promise client, closed with the scope. */
const promiseClient = (client: Layer.Layer<Client.Services, unknown>) =>
  Effect.acquireRelease(
    Effect.sync(() => Client.promises(Layer.orDie(client))),
    ({ close }) => Effect.promise(close)
  )

/** A promise that rejects with an `ApiError`, as an effect. */
const fromPromise = (call: () => PromiseLike<unknown>) =>
  Effect.tryPromise({ try: call, catch: (error) => error as never })

const fromAsyncIterable = (walk: () => AsyncIterable<unknown>) =>
  Stream.suspend(() => Stream.fromAsyncIterable(walk(), (error) => error as never))

/** The methods of a resource of a promise client as those of its service: effects and streams of the same names. */
const asService = (methods: object): object =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => {
      const walks = (...args: ReadonlyArray<unknown>) => fromAsyncIterable(() => method(...args))
      if (name.startsWith("listAll")) return [name, walks]
      if (name === "stream")
        return [name, (...args: ReadonlyArray<unknown>) => Effect.succeed(walks(...args))]
      return [name, (...args: ReadonlyArray<unknown>) => fromPromise(() => method(...args))]
    })
  )

/** Named layers, one for each setup of a service. */
export type Setups<S> = ReadonlyArray<readonly [string, Layer.Layer<S, unknown>]>

/** All setups of a resource's service: itself, and clients of a server of it. That of API keys has its verifier, too. */
export const setupsOf =
  <R extends Resource>(resource: R) =>
  <Rest>(direct: Layer.Layer<ServiceOf<R> | Rest, unknown>): Setups<ServiceOf<R>> => {
    const key = resources[resource].service as Context.Key<unknown, unknown> as Context.Key<
      ServiceOf<R>,
      object
    >
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
    const undici = over(startServer, NodeTransport)
    return [
      ["the engine, direct", direct],
      ["in memory, over fetch", memory],
      ["over a socket, by undici", undici],
      ["over a socket, by fetch", over(startServer, FetchTransport)],
      ["over a socket, to an HttpRouter", over(startRouterServer, NodeTransport)],
      ["over sockets, through a second server", over(startBehindProxy, NodeTransport)],
      [
        "over a socket, by undici and promises",
        Layer.effect(
          key,
          // The client has the methods of the service.
          Effect.map(promiseClient(undici), (client) => asService(client[resource]))
        )
      ]
    ]
  }
