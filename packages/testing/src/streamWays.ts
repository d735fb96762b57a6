// Every way to reach a chat or a responses service: direct, in memory, and over sockets with each client and face.
import { Chat } from "@leadline/core/chat"
import * as Client from "@leadline/core/client"
import type { ApiError } from "@leadline/core/errors"
import { Responses } from "@leadline/core/responses"
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { inMemory, key, onSocket, type ServiceOptions } from "./servers.ts"

type Ways<S> = ReadonlyArray<readonly [string, Layer.Layer<S, unknown>]>

const options = { apiKey: key, maxRetries: 0 }

const promisesOf = (client: Layer.Layer<Client.Services, unknown>) =>
  Effect.acquireRelease(
    Effect.sync(() => Client.promises(Layer.orDie(client))),
    ({ close }) => Effect.promise(close)
  )

const thrown = (error: unknown) => error as ApiError
const called = <A>(call: () => PromiseLike<A>) => Effect.tryPromise({ try: call, catch: thrown })
const events = <A>(iterable: AsyncIterable<A>) => Effect.succeed(Stream.fromAsyncIterable(iterable, thrown))

const reach = <S extends Client.Services>(
  direct: Layer.Layer<S, unknown>,
  service: ServiceOptions,
  again: (client: Client.Client) => Layer.Layer<S>
): Ways<S> => {
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
    ["the engine, direct", direct],
    ["in memory, over fetch", memory],
    ["over a socket, by undici", undici],
    ["over a socket, by fetch", fetched],
    ["over a socket, by undici and promises", Layer.unwrap(Effect.map(promisesOf(undici), again))]
  ]
}

/** A name and a layer for each way to the given chat service. */
export const chatWays = (chat: Layer.Layer<Chat, unknown>): Ways<Chat> =>
  reach(chat, { chat: Layer.orDie(chat) }, (client) =>
    Layer.succeed(Chat, {
      create: (request) => called(() => client.chat.create(request)),
      stream: (request) => events(client.chat.stream(request))
    })
  )

/** The same for a responses service. */
export const responsesWays = (responses: Layer.Layer<Responses, unknown>): Ways<Responses> =>
  reach(responses, { responses: Layer.orDie(responses) }, (client) =>
    Layer.succeed(Responses, {
      create: (request) => called(() => client.responses.create(request)),
      stream: (request) => events(client.responses.stream(request))
    })
  )
