// Every way to reach a service: direct, in memory, and over sockets with each client and face.
import { ApiKeys } from "@leadline/core/api-keys"
import { AsyncChat } from "@leadline/core/async-chat"
import type { KeyCheck } from "@leadline/core/authorization"
import * as Client from "@leadline/core/client"
import { Decisions } from "@leadline/core/decisions"
import { Embeddings } from "@leadline/core/embeddings"
import { Models } from "@leadline/core/models"
import { Search } from "@leadline/core/search"
import { Skills } from "@leadline/core/skills"
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { behindProxy } from "./proxy.ts"
import { inMemory, key, onSocket, type ServiceOptions } from "./servers.ts"

const options = { apiKey: key, maxRetries: 0 }

/** A client's promise face, closed with the scope. */
const promisesOf = (client: Layer.Layer<Client.Services, unknown>) =>
  Effect.acquireRelease(
    Effect.sync(() => Client.promises(Layer.orDie(client))),
    ({ close }) => Effect.promise(close)
  )

/** A promise's answer as an effect; it rejects with an `ApiError`. */
export const called = <A>(call: () => PromiseLike<A>) =>
  Effect.tryPromise({ try: call, catch: (error) => error as never })

const walked = <A>(walk: () => AsyncIterable<A>) =>
  Stream.suspend(() => Stream.fromAsyncIterable(walk(), (error) => error as never))

/** A name and a layer for each way to a service. */
export type Ways<S> = ReadonlyArray<readonly [string, Layer.Layer<S, unknown>]>

/** All ways: the service itself, and what `again` makes of a client's promise face. */
export const reach = <S extends Client.Services>(
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
  const proxied = Layer.unwrap(
    Effect.map(behindProxy(service), (baseUrl) => NodeTransport.layerClient({ ...options, baseUrl }))
  )
  return [
    ["the engine, direct", direct],
    ["in memory, over fetch", memory],
    ["over a socket, by undici", undici],
    ["over a socket, by fetch", fetched],
    ["over sockets, through a second server", proxied],
    ["over a socket, by undici and promises", Layer.unwrap(Effect.map(promisesOf(undici), again))]
  ]
}

/** A name and a layer for each way to the given decisions service. */
export const ways = (decisions: Layer.Layer<Decisions, unknown>): Ways<Decisions> =>
  reach(decisions, { decisions: Layer.orDie(decisions) }, (client) =>
    Layer.succeed(Decisions, { create: (request) => called(() => client.decisions.create(request)) })
  )

/** The same for key management, with a check that knows its keys and {@link key}. */
export const apiKeysWays = (keys: Layer.Layer<ApiKeys | KeyCheck, unknown>): Ways<ApiKeys> =>
  reach<ApiKeys>(keys, { keys: Layer.orDie(keys) }, (client) =>
    Layer.succeed(ApiKeys, {
      generate: (request) => called(() => client.apiKeys.generate(request)),
      revoke: (request) => called(() => client.apiKeys.revoke(request))
    })
  )

/** The same for async chat. */
export const asyncChatWays = (asyncChat: Layer.Layer<AsyncChat, unknown>): Ways<AsyncChat> =>
  reach(asyncChat, { asyncChat: Layer.orDie(asyncChat) }, (client) =>
    Layer.succeed(AsyncChat, {
      create: (request) => called(() => client.asyncChat.create(request)),
      get: (request) => called(() => client.asyncChat.get(request)),
      list: (request) => called(() => client.asyncChat.list(request))
    })
  )

/** The same for an embeddings service. */
export const embeddingsWays = (embeddings: Layer.Layer<Embeddings, unknown>): Ways<Embeddings> =>
  reach(embeddings, { embeddings: Layer.orDie(embeddings) }, (client) =>
    Layer.succeed(Embeddings, {
      create: (request) => called(() => client.embeddings.create(request)),
      createPlain: (request) => called(() => client.embeddings.createPlain(request))
    })
  )

/** The same for a model list. */
export const modelsWays = (models: Layer.Layer<Models, unknown>): Ways<Models> =>
  reach(models, { models: Layer.orDie(models) }, (client) =>
    Layer.succeed(Models, { list: () => called(() => client.models.list()) })
  )

/** The same for a search service. */
export const searchWays = (search: Layer.Layer<Search, unknown>): Ways<Search> =>
  reach(search, { search: Layer.orDie(search) }, (client) =>
    Layer.succeed(Search, { create: (request) => called(() => client.search.create(request)) })
  )

/** The same for a skills service. */
export const skillsWays = (skills: Layer.Layer<Skills, unknown>): Ways<Skills> =>
  reach(skills, { skills: Layer.orDie(skills) }, (client) =>
    Layer.succeed(Skills, {
      list: (request) => called(() => client.skills.list(request)),
      listAll: (request) => walked(() => client.skills.listAll(request)),
      listRevisions: (request) => called(() => client.skills.listRevisions(request)),
      listAllRevisions: (request) => walked(() => client.skills.listAllRevisions(request)),
      create: (request) => called(() => client.skills.create(request)),
      get: (request) => called(() => client.skills.get(request)),
      update: (request) => called(() => client.skills.update(request)),
      delete: (request) => called(() => client.skills.delete(request)),
      download: (request) => called(() => client.skills.download(request))
    })
  )
