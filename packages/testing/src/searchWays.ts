// Every way to reach a search service: direct, in memory, and over sockets with each client and face.
import * as Client from "@leadline/core/client"
import { Search } from "@leadline/core/search"
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { inMemory, key, onSocket } from "./servers.ts"

const options = { apiKey: key, maxRetries: 0 }

const throughPromises = (client: Layer.Layer<Client.Services, unknown>) =>
  Layer.effect(
    Search,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => Client.promises(Layer.orDie(client))),
        ({ close }) => Effect.promise(close)
      ),
      ({ search }): Search["Service"] => ({
        create: (request) =>
          Effect.tryPromise({ try: () => search.create(request), catch: (error) => error as never })
      })
    )
  )

/** A name and a layer for each way to the given service. */
export const searchWays = (
  search: Layer.Layer<Search, unknown>
): ReadonlyArray<readonly [string, Layer.Layer<Search, unknown>]> => {
  const service = { search: Layer.orDie(search) }
  const memory = Layer.unwrap(
    Effect.map(inMemory(service), (fetch) =>
      FetchTransport.layerClient({ ...options, baseUrl: "http://localhost", fetch })
    )
  )
  const undici = Layer.unwrap(
    Effect.map(onSocket(service), (baseUrl) => NodeTransport.layerClient({ ...options, baseUrl }))
  )
  const fetched = Layer.unwrap(
    Effect.map(onSocket(service), (baseUrl) => FetchTransport.layerClient({ ...options, baseUrl }))
  )
  return [
    ["the engine, direct", search],
    ["in memory, over fetch", memory],
    ["over a socket, by undici", undici],
    ["over a socket, by fetch", fetched],
    ["over a socket, by undici and promises", throughPromises(undici)]
  ]
}
