// Registry: every route of the contract, behind one pipeline.
// Source: §4.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Api } from "./Api.ts"
import * as OpenApi from "./OpenApi.ts"
import * as ApiKeys from "./resources/api-keys/handlers.ts"
import * as AsyncChat from "./resources/chat/async/handlers.ts"
import * as Chat from "./resources/chat/handlers.ts"
import * as Decisions from "./resources/decisions/handlers.ts"
import * as OpenAiDecisions from "./resources/decisions/openai/handlers.ts"
import * as SystemOne from "./resources/decisions/systemone/handlers.ts"
import * as ContextualizedEmbeddings from "./resources/embeddings/contextualized/handlers.ts"
import * as Embeddings from "./resources/embeddings/handlers.ts"
import * as Models from "./resources/models/handlers.ts"
import * as Responses from "./resources/responses/handlers.ts"
import * as Search from "./resources/search/handlers.ts"
import * as SkillFiles from "./resources/skills/files/handlers.ts"
import * as Skills from "./resources/skills/handlers.ts"
import type { ApiKeyVerifier } from "./server/ApiKeyVerifier.ts"
import type { Shutdown } from "./server/lifecycle/Shutdown.ts"
import type { RateLimiter } from "./server/limits/RateLimiter.ts"
import type { Route } from "./server/Route.ts"
import { makePipeline, Pipeline } from "./server/Pipeline.ts"

export {
  BodyReadError,
  type BodyWriter,
  type ServerExchange,
  type RequestBody,
  type RequestHeaders,
  type ResponseHead
} from "./server/ServerExchange.ts"
export { Pipeline } from "./server/Pipeline.ts"

/** The routes of each group of the contract: a group without handlers does not compile. */
const groups = {
  apiKeys: ApiKeys.routes,
  asyncChat: AsyncChat.routes,
  chat: Chat.routes,
  decisions: Decisions.routes,
  systemone: SystemOne.routes,
  openaiDecisions: OpenAiDecisions.routes,
  contextualizedEmbeddings: ContextualizedEmbeddings.routes,
  embeddings: Embeddings.routes,
  models: Models.routes,
  responses: Responses.routes,
  search: Search.routes,
  skills: Skills.routes
} satisfies {
  readonly [Group in keyof (typeof Api)["groups"]]: Effect.Effect<ReadonlyArray<Route>, never, unknown>
}

const routes = Effect.map(Effect.all([...Object.values(groups), SkillFiles.routes, OpenApi.routes]), (all) =>
  all.flat()
)

/** What the routes need: one service per resource, the keys and the rate limiter. */
export type Services = Effect.Services<(typeof groups)[keyof typeof groups]> | ApiKeyVerifier | RateLimiter

/** The server over the services of the resources, the keys and the rate limiter: a transport hands requests to it. */
export const layer: Layer.Layer<Pipeline, never, Services | Shutdown> = Layer.fresh(
  Layer.effect(Pipeline, Effect.flatMap(routes, makePipeline))
)
