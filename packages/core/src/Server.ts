// Registry: every route of the contract, behind one pipeline.
// Source: §4.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { served } from "./Api.ts"
import * as OpenApi from "./OpenApi.ts"
import * as SkillFiles from "./resources/skills/files/server.ts"
import type { ApiKeyVerifier } from "./server/ApiKeyVerifier.ts"
import type { Shutdown } from "./server/lifecycle/Shutdown.ts"
import type { RateLimiter } from "./server/limits/RateLimiter.ts"
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

const routes = Effect.map(
  Effect.all([
    ...Object.values(served).map(({ routes: all }) => all),
    SkillFiles.served.routes,
    OpenApi.routes
  ]),
  (all) => all.flat()
)

/** What the routes need: one service per resource, the keys and the rate limiter. */
export type Services =
  | Effect.Services<(typeof served)[keyof typeof served]["routes"]>
  | ApiKeyVerifier
  | RateLimiter

/** The server over the services of the resources, the keys and the rate limiter: a transport hands requests to it. */
export const layer: Layer.Layer<Pipeline, never, Services | Shutdown> = Layer.fresh(
  Layer.effect(Pipeline, Effect.flatMap(routes, makePipeline))
)
