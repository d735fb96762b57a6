// The resources an upstream server can answer, each as a layer of its own.
// Source: §4; which resources these are is Assumed: ours.
import { AsyncChat, layerClient as asyncChatClient } from "@leadline/core/async-chat"
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
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Backend, type RequestSender } from "./Backend.ts"

/** A resource over a {@link Backend}. */
type Resource<S> = Layer.Layer<S, never, Backend | RequestSender>

const stored = { isStored: true }

/** Decisions from the upstream server. Answers are passed on as sent: to change one, make a new value. */
export const layerDecisions: Resource<Decisions> = Layer.effect(
  Decisions,
  Effect.gen(function* () {
    const { create } = yield* Decisions
    const { call } = yield* Backend
    return { create: (request) => call("decisions.create", create(request)) }
  })
).pipe(Layer.provide(decisionsClient))

/** Contextualized embeddings from the upstream server. */
export const layerContextualizedEmbeddings: Resource<ContextualizedEmbeddings> = Layer.effect(
  ContextualizedEmbeddings,
  Effect.gen(function* () {
    const { create } = yield* ContextualizedEmbeddings
    const { call } = yield* Backend
    return { create: (request) => call("contextualizedEmbeddings.create", create(request)) }
  })
).pipe(Layer.provide(contextualizedEmbeddingsClient))

/** Embeddings from the upstream server. */
export const layerEmbeddings: Resource<Embeddings> = Layer.effect(
  Embeddings,
  Effect.gen(function* () {
    const { create } = yield* Embeddings
    const { call } = yield* Backend
    return { create: (request) => call("embeddings.create", create(request)) }
  })
).pipe(Layer.provide(embeddingsClient))

/** Search results from the upstream server. */
export const layerSearch: Resource<Search> = Layer.effect(
  Search,
  Effect.gen(function* () {
    const { create } = yield* Search
    const { call } = yield* Backend
    return { create: (request) => call("search.create", create(request)) }
  })
).pipe(Layer.provide(searchClient))

/** The models of the upstream server. */
export const layerModels: Resource<Models> = Layer.effect(
  Models,
  Effect.gen(function* () {
    const { list } = yield* Models
    const { call } = yield* Backend
    return { list: () => call("models.list", list()) }
  })
).pipe(Layer.provide(modelsClient))

/** Chat completions from the upstream server. */
export const layerChat: Resource<Chat> = Layer.effect(
  Chat,
  Effect.gen(function* () {
    const chat = yield* Chat
    const { call, stream } = yield* Backend
    return {
      create: (request, options) => call("chat.create", chat.create(request, options)),
      stream: (request) => stream("chat.stream", chat.stream(request))
    }
  })
).pipe(Layer.provide(chatClient))

/** Responses from the upstream server. */
export const layerResponses: Resource<Responses> = Layer.effect(
  Responses,
  Effect.gen(function* () {
    const responses = yield* Responses
    const { call, stream } = yield* Backend
    return {
      create: (request, options) => call("responses.create", responses.create(request, options)),
      stream: (request) => stream("responses.stream", responses.stream(request))
    }
  })
).pipe(Layer.provide(responsesClient))

/**
 * Async chats stored by the upstream server. It knows only this server's API key, so every key group sees the chats
 * of all others: use it on servers with a single group.
 */
export const layerAsyncChat: Resource<AsyncChat> = Layer.effect(
  AsyncChat,
  Effect.gen(function* () {
    const { create, get, list } = yield* AsyncChat
    const { call } = yield* Backend
    return {
      create: (request) => call("asyncChat.create", create(request), stored),
      get: (request) => call("asyncChat.get", get(request), stored),
      list: (request) => call("asyncChat.list", list(request))
    }
  })
).pipe(Layer.provide(asyncChatClient))
