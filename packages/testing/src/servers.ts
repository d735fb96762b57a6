// A whole service with a scripted engine, in memory and on a socket of this machine.
import type { ApiKeys } from "@leadline/core/api-keys"
import type { AsyncChat } from "@leadline/core/async-chat"
import type { KeyCheck } from "@leadline/core/authorization"
import type { Chat } from "@leadline/core/chat"
import type { Decisions } from "@leadline/core/decisions"
import type { Embeddings } from "@leadline/core/embeddings"
import { layerCatalog, type Models } from "@leadline/core/models"
import { layerMemory } from "@leadline/core/rate-limit"
import type { Responses } from "@leadline/core/responses"
import type { Search } from "@leadline/core/search"
import type { Services } from "@leadline/core/server"
import type { Skills } from "@leadline/core/skills"
import { toWebHandler } from "@leadline/transport-fetch/server"
import { layerServer } from "@leadline/transport-node/server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { layerDecisions } from "./scripted.ts"
import { layerAsyncChat } from "./scriptedAsyncChat.ts"
import { layerChat } from "./scriptedChat.ts"
import { layerResponses } from "./scriptedResponses.ts"
import { layerEmbeddings } from "./scriptedEmbeddings.ts"
import { layerKeys } from "./scriptedKeys.ts"
import { layerSearch } from "./scriptedSearch.ts"
import { layerSkills } from "./skills.ts"

/** The one key these servers know. */
export const key = Redacted.make("ll-test-key-0123456789abcdef")

/** How a server differs from the plain one. */
export interface ServiceOptions {
  readonly asyncChat?: Layer.Layer<AsyncChat>
  readonly chat?: Layer.Layer<Chat>
  readonly decisions?: Layer.Layer<Decisions>
  readonly embeddings?: Layer.Layer<Embeddings>
  /** Must know {@link key}. */
  readonly keys?: Layer.Layer<ApiKeys | KeyCheck>
  readonly models?: Layer.Layer<Models>
  readonly responses?: Layer.Layer<Responses>
  readonly search?: Layer.Layer<Search>
  readonly skills?: Layer.Layer<Skills>
  readonly requestsPerSecond?: number
}

/** All services, over the scripted engines unless others are given. */
export const layerServices = (options: ServiceOptions = {}): Layer.Layer<Services> =>
  Layer.mergeAll(
    options.asyncChat ?? layerAsyncChat,
    options.chat ?? layerChat,
    options.decisions ?? layerDecisions,
    options.embeddings ?? layerEmbeddings,
    options.search ?? layerSearch,
    options.skills ?? layerSkills(),
    options.models ?? layerCatalog(),
    options.keys ?? layerKeys(key),
    options.responses ?? layerResponses,
    layerMemory({ requestsPerSecond: options.requestsPerSecond ?? 1_000_000 }),
    // What the server logs of the failures asked for is not the tests' output.
    Logger.layer([])
  )

/** The service as one `fetch`, released with the scope. */
export const inMemory = (options?: ServiceOptions) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => toWebHandler(layerServices(options))),
      ({ dispose }) => Effect.promise(dispose)
    ),
    ({ handler }) =>
      (input: string | URL | Request, init?: RequestInit) =>
        handler(new Request(input, init))
  )

/** The service on a free port of this machine, released with the scope: its base URL. */
export const onSocket = (options?: ServiceOptions) =>
  Effect.map(Layer.build(layerServer({ port: 0 }).pipe(Layer.provide(layerServices(options)))), (context) =>
    HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
  )
