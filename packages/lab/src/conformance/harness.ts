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
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
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
export const fromPromise = <A>(call: () => PromiseLike<A>) =>
  Effect.tryPromise({ try: call, catch: (error) => error as never })

const fromAsyncIterable = <A>(walk: () => AsyncIterable<A>) =>
  Stream.suspend(() => Stream.fromAsyncIterable(walk(), (error) => error as never))

/** Named layers, one for each setup of a service. */
export type Setups<S> = ReadonlyArray<readonly [string, Layer.Layer<S, unknown>]>

/** All setups: the service itself, clients of a server of it, and `toService` of a promise client. */
export const makeSetups = <S extends Client.Services>(
  direct: Layer.Layer<S, unknown>,
  service: ServiceOptions,
  toService: (client: Client.Client) => Layer.Layer<S>
): Setups<S> => {
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
    ["over a socket, by undici and promises", Layer.unwrap(Effect.map(promiseClient(undici), toService))]
  ]
}

/** The setups of a decisions service. */
export const decisionsSetups = (decisions: Layer.Layer<Decisions, unknown>): Setups<Decisions> =>
  makeSetups(decisions, { decisions: Layer.orDie(decisions) }, (client) =>
    Layer.succeed(Decisions, { create: (request) => fromPromise(() => client.decisions.create(request)) })
  )

/** The setups of key management with its verifier, which must know {@link apiKey}. */
export const apiKeysSetups = (keys: Layer.Layer<ApiKeys | ApiKeyVerifier, unknown>): Setups<ApiKeys> =>
  makeSetups<ApiKeys>(keys, { keys: Layer.orDie(keys) }, (client) =>
    Layer.succeed(ApiKeys, {
      generate: (request) => fromPromise(() => client.apiKeys.generate(request)),
      revoke: (request) => fromPromise(() => client.apiKeys.revoke(request))
    })
  )

/** The setups of an async chat service. */
export const asyncChatSetups = (asyncChat: Layer.Layer<AsyncChat, unknown>): Setups<AsyncChat> =>
  makeSetups(asyncChat, { asyncChat: Layer.orDie(asyncChat) }, (client) =>
    Layer.succeed(AsyncChat, {
      create: (request) => fromPromise(() => client.asyncChat.create(request)),
      get: (request) => fromPromise(() => client.asyncChat.get(request)),
      list: (request) => fromPromise(() => client.asyncChat.list(request)),
      listAll: (request) => fromAsyncIterable(() => client.asyncChat.listAll(request)),
      createAndPoll: (request, poll) => fromPromise(() => client.asyncChat.createAndPoll(request, poll))
    })
  )

/** The setups of a chat service. */
export const chatSetups = (chat: Layer.Layer<Chat, unknown>): Setups<Chat> =>
  makeSetups(chat, { chat: Layer.orDie(chat) }, (client) =>
    Layer.succeed(Chat, {
      create: (request) => fromPromise(() => client.chat.create(request)),
      stream: (request) => Effect.succeed(fromAsyncIterable(() => client.chat.stream(request)))
    })
  )

/** The setups of a responses service. */
export const responsesSetups = (responses: Layer.Layer<Responses, unknown>): Setups<Responses> =>
  makeSetups(responses, { responses: Layer.orDie(responses) }, (client) =>
    Layer.succeed(Responses, {
      create: (request) => fromPromise(() => client.responses.create(request)),
      stream: (request) => Effect.succeed(fromAsyncIterable(() => client.responses.stream(request)))
    })
  )

/** The setups of a contextualized embeddings service. */
export const contextualizedEmbeddingsSetups = (
  embeddings: Layer.Layer<ContextualizedEmbeddings, unknown>
): Setups<ContextualizedEmbeddings> =>
  makeSetups(embeddings, { contextualizedEmbeddings: Layer.orDie(embeddings) }, (client) =>
    Layer.succeed(ContextualizedEmbeddings, {
      create: (request) => fromPromise(() => client.contextualizedEmbeddings.create(request))
    })
  )

/** The setups of an embeddings service. */
export const embeddingsSetups = (embeddings: Layer.Layer<Embeddings, unknown>): Setups<Embeddings> =>
  makeSetups(embeddings, { embeddings: Layer.orDie(embeddings) }, (client) =>
    Layer.succeed(Embeddings, {
      create: (request) => fromPromise(() => client.embeddings.create(request))
    })
  )

/** The setups of a model list. */
export const modelsSetups = (models: Layer.Layer<Models, unknown>): Setups<Models> =>
  makeSetups(models, { models: Layer.orDie(models) }, (client) =>
    Layer.succeed(Models, { list: () => fromPromise(() => client.models.list()) })
  )

/** The setups of a search service. */
export const searchSetups = (search: Layer.Layer<Search, unknown>): Setups<Search> =>
  makeSetups(search, { search: Layer.orDie(search) }, (client) =>
    Layer.succeed(Search, { create: (request) => fromPromise(() => client.search.create(request)) })
  )

/** The setups of a skills service. */
export const skillsSetups = (skills: Layer.Layer<Skills, unknown>): Setups<Skills> =>
  makeSetups(skills, { skills: Layer.orDie(skills) }, (client) =>
    Layer.succeed(Skills, {
      list: (request) => fromPromise(() => client.skills.list(request)),
      listAll: (request) => fromAsyncIterable(() => client.skills.listAll(request)),
      listRevisions: (request) => fromPromise(() => client.skills.listRevisions(request)),
      listAllRevisions: (request) => fromAsyncIterable(() => client.skills.listAllRevisions(request)),
      create: (request) => fromPromise(() => client.skills.create(request)),
      get: (request) => fromPromise(() => client.skills.get(request)),
      update: (request) => fromPromise(() => client.skills.update(request)),
      delete: (request) => fromPromise(() => client.skills.delete(request)),
      download: (request) => fromPromise(() => client.skills.download(request))
    })
  )
