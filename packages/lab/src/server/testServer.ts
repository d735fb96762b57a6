// A complete server over fake engines, in memory or on a free port, also mounted into an Effect `HttpRouter`.
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type { ApiKeys } from "@leadline/core/api-keys"
import type { AsyncChat } from "@leadline/core/async-chat"
import type { ApiKeyVerifier } from "@leadline/core/authentication"
import type { Chat } from "@leadline/core/chat"
import type { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import type { Decisions } from "@leadline/core/decisions"
import type { Embeddings } from "@leadline/core/embeddings"
import * as RouterServer from "@leadline/core/http-server"
import { layerCatalog, type Models } from "@leadline/core/models"
import { layerMemory } from "@leadline/core/rate-limit"
import type { Responses } from "@leadline/core/responses"
import type { Search } from "@leadline/core/search"
import * as Server from "@leadline/core/server"
import * as Shutdown from "@leadline/core/shutdown"
import type { Skills } from "@leadline/core/skills"
import { toWebHandler } from "@leadline/transport-fetch/server"
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Http from "node:http"
import { layerFakeDecisions } from "../fakes/decisions.ts"
import { layerFakeAsyncChat } from "../fakes/asyncChat.ts"
import { layerFakeChat } from "../fakes/chat.ts"
import { layerFakeResponses } from "../fakes/responses.ts"
import { layerFakeContextualizedEmbeddings, layerFakeEmbeddings } from "../fakes/embeddings.ts"
import { layerFakeApiKeys } from "../fakes/apiKeys.ts"
import { layerFakeSearch } from "../fakes/search.ts"
import { layerSkills } from "../fakes/skills.ts"

/** The one API key that these servers accept. */
export const apiKey = Redacted.make("ll-test-key-0123456789abcdef")

/** Replacements of the fake services and defaults. */
export interface ServiceOptions {
  readonly asyncChat?: Layer.Layer<AsyncChat>
  readonly chat?: Layer.Layer<Chat>
  readonly contextualizedEmbeddings?: Layer.Layer<ContextualizedEmbeddings>
  readonly decisions?: Layer.Layer<Decisions>
  readonly embeddings?: Layer.Layer<Embeddings>
  /** Must accept {@link apiKey}. */
  readonly keys?: Layer.Layer<ApiKeys | ApiKeyVerifier>
  readonly models?: Layer.Layer<Models>
  readonly responses?: Layer.Layer<Responses>
  readonly search?: Layer.Layer<Search>
  readonly skills?: Layer.Layer<Skills>
  readonly requestsPerSecond?: number
  /** Default: no limit. */
  readonly tokensPerMinute?: number
}

/** All services: fake unless given. */
export const layerServices = (options: ServiceOptions = {}): Layer.Layer<Server.Services> =>
  Layer.mergeAll(
    options.asyncChat ?? layerFakeAsyncChat,
    options.chat ?? layerFakeChat,
    options.contextualizedEmbeddings ?? layerFakeContextualizedEmbeddings,
    options.decisions ?? layerFakeDecisions,
    options.embeddings ?? layerFakeEmbeddings,
    options.search ?? layerFakeSearch,
    options.skills ?? layerSkills(),
    options.models ?? layerCatalog(),
    options.keys ?? layerFakeApiKeys(apiKey),
    options.responses ?? layerFakeResponses,
    layerMemory({
      requestsPerSecond: options.requestsPerSecond ?? 1_000_000,
      tokensPerMinute: options.tokensPerMinute
    }),
    // Failures on purpose are no output of the tests.
    Logger.layer([])
  )

/** The server in memory: its `fetch`. It stops with the scope. */
export const startInMemory = (options?: ServiceOptions) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => toWebHandler(layerServices(options))),
      ({ dispose }) => Effect.promise(dispose)
    ),
    ({ handler }) =>
      (input: string | URL | Request, init?: RequestInit) =>
        handler(new Request(input, init))
  )

/** The server on a free port of 127.0.0.1: its base URL. It stops with the scope. `more` replaces settings and services. */
export const startServer = <A = never>(options?: ServiceOptions, more?: Layer.Layer<A>) => {
  const services = layerServices(options)
  return Effect.map(
    Layer.build(
      layerServer({ port: 0 }).pipe(
        Layer.provide(more === undefined ? services : Layer.merge(services, more))
      )
    ),
    (context) => Context.get(context, ServerAddress).url
  )
}

/** The server as a route of an `HttpRouter`. */
const layerRoute = (options?: ServiceOptions) =>
  Layer.merge(RouterServer.layer, Shutdown.layerOnRelease()).pipe(
    Layer.provide(Server.layer),
    Layer.provide(Shutdown.layer),
    Layer.provideMerge(layerServices(options))
  )

/** The server in an `HttpRouter`, in memory: its `fetch`. It stops with the scope. */
export const startRouterInMemory = (options?: ServiceOptions) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => HttpRouter.toWebHandler(layerRoute(options), { disableLogger: true })),
      ({ dispose }) => Effect.promise(dispose)
    ),
    ({ handler }) =>
      (input: string | URL | Request, init?: RequestInit) =>
        handler(new Request(input, init))
  )

/** The server in an `HttpRouter` on a free port of 127.0.0.1: its base URL. It stops with the scope. */
export const startRouterServer = (options?: ServiceOptions) =>
  Effect.map(
    Layer.build(
      HttpRouter.serve(layerRoute(options), { disableListenLog: true, disableLogger: true }).pipe(
        Layer.provideMerge(
          NodeHttpServer.layerServer(() => Http.createServer(), { host: "127.0.0.1", port: 0 })
        ),
        Layer.provideMerge(Logger.layer([]))
      )
    ),
    (context) => HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
  )
