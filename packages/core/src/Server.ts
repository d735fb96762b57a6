// Registry: every route, behind the same guards.
// Source: §4.
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"
import { Api } from "./Api.ts"
import * as ApiKeysHandlers from "./api-keys/handlers.ts"
import type { ApiKeys } from "./api-keys/service.ts"
import * as AsyncChatHandlers from "./async-chat/handlers.ts"
import type { AsyncChat } from "./async-chat/service.ts"
import * as ChatHandlers from "./chat/handlers.ts"
import type { Chat } from "./chat/service.ts"
import * as DecisionsHandlers from "./decisions/handlers.ts"
import type { Decisions } from "./decisions/service.ts"
import * as SystemOneHandlers from "./decisions/systemone/handlers.ts"
import * as EmbeddingsHandlers from "./embeddings/handlers.ts"
import type { Embeddings } from "./embeddings/service.ts"
import * as AddressLimit from "./http/AddressLimit.ts"
import * as Answers from "./http/Answers.ts"
import * as Authorization from "./http/Authorization.ts"
import type { KeyCheck } from "./http/Authorization.ts"
import * as BodyBudget from "./http/BodyBudget.ts"
import * as BodyGuard from "./http/BodyGuard.ts"
import * as Cors from "./http/Cors.ts"
import * as FileGuard from "./http/FileGuard.ts"
import * as Forwarded from "./http/Forwarded.ts"
import * as Gate from "./http/Gate.ts"
import * as Health from "./http/Health.ts"
import * as Observe from "./http/Observe.ts"
import * as OperationSpan from "./http/OperationSpan.ts"
import * as Places from "./http/Places.ts"
import * as RateLimit from "./http/RateLimit.ts"
import type { Limiter } from "./http/Limiter.ts"
import * as RequestSchema from "./http/RequestSchema.ts"
import * as Shortcut from "./http/Shortcut.ts"
import * as ServerSettings from "./http/ServerSettings.ts"
import * as ModelsHandlers from "./models/handlers.ts"
import type { Models } from "./models/service.ts"
import * as OpenApi from "./OpenApi.ts"
import * as ResponsesHandlers from "./responses/handlers.ts"
import type { Responses } from "./responses/service.ts"
import * as SearchHandlers from "./search/handlers.ts"
import type { Search } from "./search/service.ts"
import { SkillFilesApi } from "./skills/files/endpoint.ts"
import * as SkillFilesHandlers from "./skills/files/handlers.ts"
import * as SkillsHandlers from "./skills/handlers.ts"
import type { Skills } from "./skills/service.ts"

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
