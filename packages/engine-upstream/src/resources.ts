// The rooms that another server can answer, each as a layer of its own.
// Source: §4; which rooms there are is Assumed: ours.
import { AsyncChat, layerClient as asyncChatClient } from "@leadline/core/async-chat"
import { Chat, layerClient as chatClient } from "@leadline/core/chat"
import { Decisions, layerClient as decisionsClient } from "@leadline/core/decisions"
import { Embeddings, layerClient as embeddingsClient } from "@leadline/core/embeddings"
import { Models, layerClient as modelsClient } from "@leadline/core/models"
import { Responses, layerClient as responsesClient } from "@leadline/core/responses"
import { Search, layerClient as searchClient } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Backend, type Sending } from "./Backend.ts"

/** A room over a {@link Backend}. */
type Room<S> = Layer.Layer<S, never, Backend | Sending>

const kept = { isKept: true }

/** Decisions of the other server. An answer may be passed on as its text: who changes one makes a new value. */
export const layerDecisions: Room<Decisions> = Layer.effect(
  Decisions,
  Effect.gen(function* () {
    const { create } = yield* Decisions
    const { call } = yield* Backend
    return { create: (request) => call("decisions.create", create(request)) }
  })
).pipe(Layer.provide(decisionsClient))

/** Embeddings of the other server. */
export const layerEmbeddings: Room<Embeddings> = Layer.effect(
  Embeddings,
  Effect.gen(function* () {
    const { create, createPlain } = yield* Embeddings
    const { call } = yield* Backend
    return {
      create: (request) => call("embeddings.create", create(request)),
      createPlain: (request) => call("embeddings.createPlain", createPlain(request))
    }
  })
).pipe(Layer.provide(embeddingsClient))

/** What the other server finds. */
export const layerSearch: Room<Search> = Layer.effect(
  Search,
  Effect.gen(function* () {
    const { create } = yield* Search
    const { call } = yield* Backend
    return { create: (request) => call("search.create", create(request)) }
  })
).pipe(Layer.provide(searchClient))

/** The models of the other server. */
export const layerModels: Room<Models> = Layer.effect(
  Models,
  Effect.gen(function* () {
    const { list } = yield* Models
    const { call } = yield* Backend
    return { list: () => call("models.list", list()) }
  })
).pipe(Layer.provide(modelsClient))

/** Chat with the other server. */
export const layerChat: Room<Chat> = Layer.effect(
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

/** Responses of the other server. */
export const layerResponses: Room<Responses> = Layer.effect(
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
 * Async chats kept by the other server. It knows one key, this server's: every key group of this server sees the
 * chats of all others. For servers with one group.
 */
export const layerAsyncChat: Room<AsyncChat> = Layer.effect(
  AsyncChat,
  Effect.gen(function* () {
    const { create, get, list } = yield* AsyncChat
    const { call } = yield* Backend
    return {
      create: (request) => call("asyncChat.create", create(request), kept),
      get: (request) => call("asyncChat.get", get(request), kept),
      list: (request) => call("asyncChat.list", list(request))
    }
  })
).pipe(Layer.provide(asyncChatClient))
