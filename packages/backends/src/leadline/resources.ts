// The resources an upstream server can answer, each as a layer of its own.
// Source: §4; which resources these are is Assumed: ours.
import { AsyncChat, fromCalls, layerClient as asyncChatClient } from "@leadline/core/async-chat"
import { Chat, layerClient as chatClient } from "@leadline/core/chat"
import {
  ContextualizedEmbeddings,
  layerClient as contextualizedEmbeddingsClient
} from "@leadline/core/contextualized-embeddings"
import { Decisions, layerClient as decisionsClient } from "@leadline/core/decisions"
import { Embeddings, layerClient as embeddingsClient } from "@leadline/core/embeddings"
import { Models, layerClient as modelsClient } from "@leadline/core/models"
import { Responses, layerClient as responsesClient } from "@leadline/core/responses"
import { Search, layerClient as searchClient } from "@leadline/core/search"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Backend, type RequestSender } from "./Backend.ts"
import type { OperationTraits } from "./mapError.ts"

/** A resource over a {@link Backend}. */
type Resource<S> = Layer.Layer<S, never, Backend | RequestSender>

const stored = { isStored: true }

const paid = (request: NonNullable<OperationTraits["paid"]>): OperationTraits => ({
  isStored: false,
  paid: request
})

/** A resource that asks the backend provided to it, also where Effect has built the same layer over another one. */
const resource = <I, S>(
  client: Layer.Layer<I, never, RequestSender>,
  service: Context.Service<I, S>,
  make: Effect.Effect<S, never, I | Backend>
): Resource<I> => Layer.fresh(Layer.provide(Layer.effect(service, make), client))

/** Decisions from the upstream server. Answers are passed on as sent: to change one, make a new value. */
export const layerDecisions: Resource<Decisions> = resource(
  decisionsClient,
  Decisions,
  Effect.gen(function* () {
    const { create } = yield* Decisions
    const { call } = yield* Backend
    return { create: (request) => call("decisions.create", create(request), paid(request)) }
  })
)

/** Contextualized embeddings from the upstream server. */
export const layerContextualizedEmbeddings: Resource<ContextualizedEmbeddings> = resource(
  contextualizedEmbeddingsClient,
  ContextualizedEmbeddings,
  Effect.gen(function* () {
    const { create } = yield* ContextualizedEmbeddings
    const { call } = yield* Backend
    return { create: (request) => call("contextualizedEmbeddings.create", create(request), paid(request)) }
  })
)

/** Embeddings from the upstream server. */
export const layerEmbeddings: Resource<Embeddings> = resource(
  embeddingsClient,
  Embeddings,
  Effect.gen(function* () {
    const { create } = yield* Embeddings
    const { call } = yield* Backend
    return { create: (request) => call("embeddings.create", create(request), paid(request)) }
  })
)

/** Search results from the upstream server. */
export const layerSearch: Resource<Search> = resource(
  searchClient,
  Search,
  Effect.gen(function* () {
    const { create } = yield* Search
    const { call } = yield* Backend
    return { create: (request) => call("search.create", create(request)) }
  })
)

/** The models of the upstream server. */
export const layerModels: Resource<Models> = resource(
  modelsClient,
  Models,
  Effect.gen(function* () {
    const { list } = yield* Models
    const { call } = yield* Backend
    return { list: () => call("models.list", list()) }
  })
)

/** Chat completions from the upstream server. */
export const layerChat: Resource<Chat> = resource(
  chatClient,
  Chat,
  Effect.gen(function* () {
    const chat = yield* Chat
    const { call, stream } = yield* Backend
    return {
      create: (request, options) => call("chat.create", chat.create(request, options), paid(request)),
      stream: (request) => stream("chat.stream", chat.stream(request), paid(request))
    }
  })
)

/** Responses from the upstream server. */
export const layerResponses: Resource<Responses> = resource(
  responsesClient,
  Responses,
  Effect.gen(function* () {
    const responses = yield* Responses
    const { call, stream } = yield* Backend
    return {
      create: (request, options) =>
        call("responses.create", responses.create(request, options), paid(request)),
      stream: (request) => stream("responses.stream", responses.stream(request), paid(request))
    }
  })
)

/**
 * Async chats stored by the upstream server. It knows only this server's API key, so every key group sees the chats
 * of all others: use it on servers with a single group.
 */
export const layerAsyncChat: Resource<AsyncChat> = resource(
  asyncChatClient,
  AsyncChat,
  Effect.gen(function* () {
    const { create, get, list } = yield* AsyncChat
    const { call } = yield* Backend
    return fromCalls({
      create: (request) => call("asyncChat.create", create(request), stored),
      get: (request) => call("asyncChat.get", get(request), stored),
      list: (request) => call("asyncChat.list", list(request))
    })
  })
)
