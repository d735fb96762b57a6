// Registry: every route, behind the same guards.
// Source: §4.
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"
import { Api } from "./Api.ts"
import * as ApiKeysHandlers from "./resources/api-keys/handlers.ts"
import type { ApiKeys } from "./resources/api-keys/service.ts"
import * as AsyncChatHandlers from "./resources/chat/async/handlers.ts"
import type { AsyncChat } from "./resources/chat/async/service.ts"
import * as ChatHandlers from "./resources/chat/handlers.ts"
import type { Chat } from "./resources/chat/service.ts"
import * as DecisionsHandlers from "./resources/decisions/handlers.ts"
import type { Decisions } from "./resources/decisions/service.ts"
import * as SystemOneHandlers from "./resources/decisions/systemone/handlers.ts"
import * as EmbeddingsHandlers from "./resources/embeddings/handlers.ts"
import type { Embeddings } from "./resources/embeddings/service.ts"
import * as AddressLimit from "./server/limits/AddressLimit.ts"
import * as Answers from "./server/response/finalize.ts"
import * as Authorization from "./server/Authentication.ts"
import type { KeyCheck } from "./server/Authentication.ts"
import * as BodyBudget from "./server/body/BodyMemoryLimit.ts"
import * as BodyGuard from "./server/body/readJson.ts"
import * as Cors from "./server/cors.ts"
import * as FileGuard from "./server/body/readFile.ts"
import * as Forwarded from "./server/trustedProxies.ts"
import * as Gate from "./server/Router.ts"
import * as Health from "./server/lifecycle/Health.ts"
import * as Observe from "./server/telemetry/requestTelemetry.ts"
import * as OperationSpan from "./server/telemetry/engineTelemetry.ts"
import * as Places from "./server/limits/ConcurrencyLimit.ts"
import * as RateLimit from "./server/limits/admit.ts"
import type { Limiter } from "./server/limits/RateLimiter.ts"
import * as RequestSchema from "./server/body/requestSchema.ts"
import * as Shortcut from "./server/shortcut/Shortcut.ts"
import * as ServerSettings from "./server/ServerSettings.ts"
import * as ModelsHandlers from "./resources/models/handlers.ts"
import type { Models } from "./resources/models/service.ts"
import * as OpenApi from "./OpenApi.ts"
import * as ResponsesHandlers from "./resources/responses/handlers.ts"
import type { Responses } from "./resources/responses/service.ts"
import * as SearchHandlers from "./resources/search/handlers.ts"
import type { Search } from "./resources/search/service.ts"
import { SkillFilesApi } from "./resources/skills/files/endpoint.ts"
import * as SkillFilesHandlers from "./resources/skills/files/handlers.ts"
import * as SkillsHandlers from "./resources/skills/handlers.ts"
import type { Skills } from "./resources/skills/service.ts"

/** What the routes need: one service per room, the keys and the limiter. */
export type Services =
  | ApiKeys
  | AsyncChat
  | Chat
  | Decisions
  | Embeddings
  | Models
  | Responses
  | Search
  | Skills
  | KeyCheck
  | Limiter

/**
 * All routes over the services of the rooms, the keys and the limiter: transports serve it.
 * Paths are strict; see {@link routerConfig}.
 */
export const layer = Layer.mergeAll(
  Health.layer,
  Observe.layer(Api, SkillFilesApi, OpenApi.table),
  Answers.layer,
  ServerSettings.layerRequests,
  Forwarded.layer,
  Cors.layer(Api, SkillFilesApi, OpenApi.table),
  Gate.layer(Api, SkillFilesApi, OpenApi.table),
  OpenApi.layer,
  HttpApiBuilder.layer(Api).pipe(
    Layer.provide([
      ApiKeysHandlers.layerHandlers,
      AsyncChatHandlers.layerHandlers,
      ChatHandlers.layerHandlers,
      DecisionsHandlers.layerHandlers,
      SystemOneHandlers.layerHandlers,
      EmbeddingsHandlers.layerHandlers,
      ModelsHandlers.layerHandlers,
      ResponsesHandlers.layerHandlers,
      SearchHandlers.layerHandlers,
      SkillsHandlers.layerHandlers
    ])
  ),
  HttpApiBuilder.layer(SkillFilesApi).pipe(Layer.provide(SkillFilesHandlers.layerHandlers))
).pipe(
  Layer.provide([
    AddressLimit.layer,
    Authorization.layer,
    RateLimit.layer,
    BodyGuard.layer,
    FileGuard.layer,
    RequestSchema.layer
  ]),
  Layer.provide(OperationSpan.layer)
)

/** What both ways share: {@link layer} and {@link layerShortcut} need the same one. */
export const layerShared = Layer.merge(BodyBudget.layer, Places.layer)

/** The short way for plain requests of some operations: beside {@link layer}, in transports that can tell them. */
export const layerShortcut = Shortcut.layer(Effect.all([DecisionsHandlers.shortcut]))

/** Router settings under which a path matches byte for byte. Assumed: ours. */
export const routerConfig = {
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  caseSensitive: true,
  maxParamLength: 128
} as const
