// Registry: every route of the contract, behind one pipeline.
// Source: §4.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { served } from "./Api.ts"
import * as OpenApi from "./OpenApi.ts"
import * as SkillFiles from "./resources/skills/files/server.ts"
import type { ApiKeyVerifier } from "./server/ApiKeyVerifier.ts"
import * as Shutdown from "./server/lifecycle/Shutdown.ts"
import type { RateLimiter } from "./server/admission/RateLimiter.ts"
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
export const layer: Layer.Layer<Pipeline, never, Services | Shutdown.Shutdown> = Layer.fresh(
  Layer.effect(Pipeline, Effect.flatMap(routes, makePipeline))
)

/** How a server inside of another program shuts down. */
export interface HostedOptions {
  /** Milliseconds for a graceful shutdown; streams get their last event 3 seconds before. Default 25,000. */
  readonly grace?: number | undefined
}

/** A server inside of another program, which hands requests to it. */
export interface Hosted {
  /** The pipeline, and what requests run with: built by the first request, and again by the next after a failure. */
  readonly built: () => Promise<Context.Context<Pipeline>>
  /** True once it was disposed of before it was built: then it is not built any more. */
  readonly isOver: () => boolean
  /** Lets answers finish first, for at most the grace. */
  readonly dispose: () => Promise<void>
}

/** Hosts the server over the given services. */
export const host = <E>(services: Layer.Layer<Services, E>, { grace }: HostedOptions = {}): Hosted => {
  const whole = Layer.merge(layer, Shutdown.layerOnRelease({ grace })).pipe(
    Layer.provide(Layer.fresh(Shutdown.layer)),
    // Also what requests run with: loggers, a tracer, a registry of metrics.
    Layer.provideMerge(services)
  )
  const scope = Scope.makeUnsafe()
  let built: Promise<Context.Context<Pipeline>> | undefined
  let disposal: Promise<void> | undefined
  const attempt = Effect.suspend(() => {
    const own = Scope.forkUnsafe(scope)
    return Effect.onError(Layer.buildWithScope(whole, own), (cause) =>
      Scope.close(own, Exit.failCause(cause))
    )
  })
  return {
    built: () =>
      (built ??= Effect.runPromise(attempt).catch((cause: unknown) => {
        built = undefined
        throw cause
      })),
    isOver: () => disposal !== undefined && built === undefined,
    dispose: () => (disposal ??= Effect.runPromise(Scope.close(scope, Exit.void)))
  }
}
