// The setups in which a service is tested: direct, in memory, over sockets by each client and to each server, and behind
// a proxy server.
import { ApiKeys } from "@leadline/core/api-keys"
import { AsyncChat } from "@leadline/core/async-chat"
import type { ApiKeyVerifier } from "@leadline/core/authentication"
import { Chat } from "@leadline/core/chat"
import * as Client from "@leadline/core/client"
import { Decisions } from "@leadline/core/decisions"
import { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import { Embeddings } from "@leadline/core/embeddings"
import { Models } from "@leadline/core/models"
import { Responses } from "@leadline/core/responses"
import { Search } from "@leadline/core/search"
import { Skills } from "@leadline/core/skills"
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { Resource } from "../calls.ts"
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

/** All setups of a service: itself, and clients of a server of it. `option` names it for {@link startServer}. */
const setupsOf =
  <Self extends Client.Services, Methods extends object, Rest = never>(
    key: Context.Key<Self, Methods>,
    resource: Resource,
    option: keyof ServiceOptions
  ) =>
  (direct: Layer.Layer<Self | Rest, unknown>): Setups<Self> => {
    const service: ServiceOptions = { [option]: Layer.orDie(direct) }
    const memory = Layer.unwrap(
      Effect.map(startInMemory(service), (fetch) =>
        FetchTransport.layerClient({ ...options, baseUrl: "http://localhost", fetch })
      )
    )
    const undici = Layer.unwrap(
      Effect.map(startServer(service), (baseUrl) => NodeTransport.layerClient({ ...options, baseUrl }))
    )
    const fetched = Layer.unwrap(
      Effect.map(startServer(service), (baseUrl) => FetchTransport.layerClient({ ...options, baseUrl }))
    )
    const routed = Layer.unwrap(
      Effect.map(startRouterServer(service), (baseUrl) => NodeTransport.layerClient({ ...options, baseUrl }))
    )
    const proxied = Layer.unwrap(
      Effect.map(startBehindProxy(service), (baseUrl) => NodeTransport.layerClient({ ...options, baseUrl }))
    )
    return [
      ["the engine, direct", direct],
      ["in memory, over fetch", memory],
      ["over a socket, by undici", undici],
      ["over a socket, by fetch", fetched],
      ["over a socket, to an HttpRouter", routed],
      ["over sockets, through a second server", proxied],
      [
        "over a socket, by undici and promises",
        Layer.effect(
          key,
          // The client has the methods of the service.
          Effect.map(promiseClient(undici), (client) => asService(client[resource]) as Methods)
        )
      ]
    ]
  }

export const decisionsSetups = setupsOf(Decisions, "decisions", "decisions")
/** Of key management with its verifier, which must know {@link apiKey}. */
export const apiKeysSetups = setupsOf<ApiKeys, ApiKeys["Service"], ApiKeyVerifier>(ApiKeys, "apiKeys", "keys")
export const asyncChatSetups = setupsOf(AsyncChat, "asyncChat", "asyncChat")
export const chatSetups = setupsOf(Chat, "chat", "chat")
export const responsesSetups = setupsOf(Responses, "responses", "responses")
export const contextualizedEmbeddingsSetups = setupsOf(
  ContextualizedEmbeddings,
  "contextualizedEmbeddings",
  "contextualizedEmbeddings"
)
export const embeddingsSetups = setupsOf(Embeddings, "embeddings", "embeddings")
export const modelsSetups = setupsOf(Models, "models", "models")
export const searchSetups = setupsOf(Search, "search", "search")
export const skillsSetups = setupsOf(Skills, "skills", "skills")
