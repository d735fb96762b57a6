// The whole life of a request, from its head to the end of its answer. The order of the guards stands here, and only here.
// Source: §5, §7.1; Assumed: ours for the order.
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import type { ApiError } from "../errors/ApiError.ts"
import { internalError } from "../errors/bodies.ts"
import { CurrentRequest } from "../service/ServedRequest.ts"
import { makeAuthenticate } from "./Authentication.ts"
import { type Content, makeReadContent } from "./body/readContent.ts"
import { Caller } from "./Caller.ts"
import { makeCors } from "./cors.ts"
import type { Exchange } from "./Exchange.ts"
import { makeAnswerProbe } from "./lifecycle/Health.ts"
import { LoadShedding } from "./lifecycle/LoadShedding.ts"
import { Shutdown } from "./lifecycle/Shutdown.ts"
import { makeAddressLimit } from "./limits/AddressLimit.ts"
import { makeAdmit } from "./limits/admit.ts"
import type { RequestContext } from "./RequestContext.ts"
import { finalize } from "./response/finalize.ts"
import { noSuchPath, Rejection, unavailable } from "./response/Rejection.ts"
import * as ServerResponse from "./response/ServerResponse.ts"
import type { Route } from "./Route.ts"
import { makeRouter, queryOf, type Target } from "./Router.ts"
import { ServerSettings } from "./ServerSettings.ts"
import { countEngineCall, withOperationSpan } from "./telemetry/engineTelemetry.ts"
import { outcomeOf } from "./telemetry/engineOutcome.ts"
import { gateRefusals } from "./telemetry/metrics.ts"
import { makeWatchRequest, type Watched } from "./telemetry/requestTelemetry.ts"
import { makeForwarded } from "./trustedProxies.ts"

/** Answers one request; the effect completes when the answer is over. */
export class Pipeline extends Context.Service<
  Pipeline,
  { readonly handle: (exchange: Exchange) => Effect.Effect<void> }
>()("@leadline/core/server/Pipeline") {}

type Step<A> = Effect.Effect<A, ApiError | Rejection>

const bodiless = new Set(["GET", "HEAD", "DELETE", "OPTIONS"])

/** Makes the pipeline of a server with these routes. */
export const makePipeline = Effect.fnUntraced(function* (routes: ReadonlyArray<Route>) {
  const settings = yield* ServerSettings
  const shutdown = yield* Shutdown
  const load = yield* LoadShedding
  const answerProbe = yield* makeAnswerProbe
  const telemetry = yield* makeWatchRequest
  const authenticateKey = yield* makeAuthenticate
  const admitAddress = yield* makeAddressLimit({
    limit: "keyless",
    most: ({ keylessPerSecond }) => keylessPerSecond,
    message: "Too many requests of this address."
  })
  const admit = yield* makeAdmit
  const readContent = yield* makeReadContent
  const cors = makeCors(settings.origins)
  const forwarded = makeForwarded(settings.proxies)
  const router = makeRouter(routes)

  /** 503 for everybody while the server ends, and for bodies while the process is overloaded: they are not read. */
  const isShed = ({ method }: Exchange): boolean =>
    shutdown.phase() === "ending" || (!bodiless.has(method) && load.isOverloaded())

  /** The order of the guards. Each step goes on, or fails with the answer. */
  const answer = Effect.fnUntraced(function* (
    fiber: Fiber.Fiber<unknown, unknown>,
    context: RequestContext,
    target: Target
  ) {
    if (isShed(context.exchange)) return yield* refuse(fiber, "shed", unavailable) //     503
    const preflight = cors(context, target) //                                             204
    if (preflight !== undefined) return yield* preflight
    const { route } = target
    if (route instanceof Rejection) {
      return yield* refuse(fiber, route === noSuchPath ? "path" : "method", route) //       404, 405
    }
    const caller = yield* authenticate(context, route) //                                  401, 429, 503
    if (caller !== undefined) yield* admit(context, caller, route.operation) //            429
    return yield* provideCaller(caller, withOperationSpan(route, work(context, route, target)))
  })

  /** What the operation itself does: its body, its schema, its service. */
  const work = Effect.fnUntraced(function* (context: RequestContext, route: Route, target: Target) {
    const content = yield* readContent(context, route) //                                  400, 408, 413, 503
    const request = yield* decode(context, route, target, content) //                      400, 422
    return route.encode(yield* countEngineCall(route, context, route.handle(request))) //  the service's own failures
  })

  const refuse = (fiber: Fiber.Fiber<unknown, unknown>, reason: string, rejection: Rejection) => {
    gateRefusals({ reason }).updateUnsafe(1, fiber.context)
    return Effect.fail(rejection)
  }

  const authenticate = (context: RequestContext, { access }: Route): Step<Caller["Service"] | undefined> =>
    access === "key"
      ? Effect.map(authenticateKey(context), (caller) => (context.caller = caller))
      : access === "address"
        ? Effect.as(admitAddress(context), undefined)
        : Effect.undefined

  const decode = Effect.fnUntraced(function* (
    context: RequestContext,
    route: Route,
    { params }: Target,
    content: Content
  ) {
    const path = yield* route.decodePath(params, queryOf(context.exchange.target))
    if (content.kind === "file") return { context, ...path, payload: { file: content.file } }
    if (content.kind === "none" || route.decodeJson === undefined) return { context, ...path }
    const { length, value } = yield* route.decodeJson(content.chunks, content.isHeavy)
    context.bodyLength = Math.max(length, context.bytesIn)
    return { context, ...path, payload: value }
  })

  /** The answer to a request that did not come to one of its own. */
  const refusal = (route: Route | Rejection, cause: Cause.Cause<ApiError | Rejection>) => {
    if (Cause.hasInterruptsOnly(cause)) {
      return shutdown.phase() === "ending"
        ? Effect.succeed(unavailable.respond())
        : Effect.failCause(cause as Cause.Cause<never>)
    }
    const [reason] = cause.reasons
    if (reason !== undefined && Cause.isFailReason(reason)) {
      const { error } = reason
      const response =
        error instanceof Rejection
          ? error.respond()
          : route instanceof Rejection
            ? undefined
            : route.encodeError(error)
      if (response !== undefined) return Effect.succeed(response)
    }
    return Effect.as(
      Effect.logError("A request failed unexpectedly", cause),
      ServerResponse.json(500, internalError)
    )
  }

  /** Sends the answer; completes at its end. */
  const send = (
    watched: Watched,
    route: Route | Rejection,
    response: ServerResponse.ServerResponse,
    restore: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  ): Effect.Effect<void> => {
    const { context } = watched
    finalize(
      context,
      response,
      shutdown.phase(),
      route instanceof Rejection ? undefined : route.requestIdAlias
    )
    watched.answered()
    const { body, status } = response
    if (typeof body !== "function") {
      context.bytesOut = context.exchange.send(response, body)
      watched.over(status, false)
      return Effect.void
    }
    const stream = context.exchange.stream(response, (writer) => body(watched.counting(writer)))
    return Effect.matchCause(restore(telemetry.whileStreaming(stream)), {
      onSuccess: () => watched.over(status, false),
      onFailure: (cause) => {
        context.outcome ??= outcomeOf(cause)
        watched.over(status, Cause.hasInterruptsOnly(cause))
      }
    })
  }

  /** What the work of a request finds in its context, besides what the server was built with. */
  const provideRequest = <A, E>(
    effect: Effect.Effect<A, E>,
    fiber: Fiber.Fiber<unknown, unknown>,
    context: RequestContext,
    span: Tracer.Span | undefined
  ): Effect.Effect<A, E> =>
    Effect.updateContext(effect, (services: Context.Context<never>) => {
      const own = services.pipe(
        Context.add(CurrentRequest, context),
        Context.add(References.CurrentLogAnnotations, {
          ...fiber.getRef(References.CurrentLogAnnotations),
          requestId: context.id
        })
      )
      return span === undefined ? own : Context.add(own, Tracer.ParentSpan, span)
    })

  const handle = (given: Exchange): Effect.Effect<void> => {
    const probe = answerProbe(given)
    if (probe !== undefined) return Effect.map(probe, (response) => sendWhole(given, response))
    return Effect.withFiber((fiber) => {
      const exchange = forwarded(given)
      const target = router(exchange.method, exchange.target)
      const watched = telemetry.watch(fiber, exchange, target.template)
      const { context } = watched
      return Effect.flatMap(watched.span, (span) => {
        // Only the work and the writing of a stream are interrupted: the end of a request is always reached.
        const life = Effect.uninterruptibleMask((restore) =>
          restore(answer(fiber, context, target)).pipe(
            Effect.catchCause((cause) => refusal(target.route, cause)),
            Effect.matchCauseEffect({
              onSuccess: (response) => send(watched, target.route, response, restore),
              onFailure: () => Effect.sync(() => watched.over(499, true))
            })
          )
        )
        return provideRequest(life, fiber, context, span)
      })
    })
  }

  return Pipeline.of({ handle })
})

/** Sends an answer whose body is there. */
const sendWhole = (exchange: Exchange, { body, ...head }: ServerResponse.ServerResponse): number =>
  typeof body === "function" ? 0 : exchange.send(head, body)

const provideCaller = <A, E>(
  caller: Caller["Service"] | undefined,
  effect: Effect.Effect<A, E>
): Effect.Effect<A, E> => (caller === undefined ? effect : Effect.provideService(effect, Caller, caller))
