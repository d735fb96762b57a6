// The whole life of a request, from its head to the end of its answer, with the order of its guards. Those of
// connections and of the work itself are elsewhere: all of them, in order, are in docs/server.md.
// Source: §5, §7.1; Assumed: ours for the order.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import type { ApiError } from "../errors/ApiError.ts"
import { CurrentRequest } from "../validation/ServedRequest.ts"
import { CurrentSpending } from "../validation/Spending.ts"
import { ValidRequest } from "../validation/validate.ts"
import { isTraced } from "../telemetry/isTraced.ts"
import { makeAuthenticate } from "./Authentication.ts"
import { type Content, makeReadContent } from "./body/readBody.ts"
import { Caller } from "./Caller.ts"
import { makeCors } from "./cors.ts"
import type { ServerExchange } from "./ServerExchange.ts"
import { hasCallerLeft } from "./lifecycle/interruption.ts"
import { LoadShedding } from "./lifecycle/LoadShedding.ts"
import { makeAnswerProbe } from "./lifecycle/probes.ts"
import { Shutdown } from "./lifecycle/Shutdown.ts"
import { makeAddressLimit } from "./limits/AddressLimit.ts"
import { budgetDenialOf, denialOf, makeAdmit, makeConcurrencyLimit } from "./limits/admission.ts"
import { makeBodyMemory } from "./limits/MemoryBudget.ts"
import { chargeEngine, limitTokens, RequestSpending } from "./limits/RequestSpending.ts"
import type { RequestContext } from "./RequestContext.ts"
import { makeRefusal, makeSend } from "./response/send.ts"
import { noSuchPath, Rejection, type ServerResponse, unavailable } from "./ServerResponse.ts"
import type { HandlerInput, Route } from "./Route.ts"
import { makeRouter, type Target } from "./Router.ts"
import { ServerSettings } from "./ServerSettings.ts"
import { countEngineCall, withOperationSpan } from "./telemetry/engineTelemetry.ts"
import { gateRefusals } from "./telemetry/metrics.ts"
import { makeWatchRequest, type Watched } from "./telemetry/requestTelemetry.ts"
import { makeFindUnlistedProxy, makeForwarded, unlistedProxy } from "./trustedProxies.ts"
import { UsageMeter } from "./UsageMeter.ts"

/** Answers one request; the effect completes when the answer is over. */
export class Pipeline extends Context.Service<
  Pipeline,
  { readonly handle: (exchange: ServerExchange) => Effect.Effect<void> }
>()("@leadline/core/server/Pipeline") {}

type Step<A> = Effect.Effect<A, ApiError | Rejection>

const bodiless = new Set(["GET", "HEAD", "DELETE", "OPTIONS"])

/** Counts a request that is refused for its path or method, or because the server ends or is too busy. */
const refuse = (context: RequestContext, reason: string, rejection: Rejection) => {
  gateRefusals({ reason }).updateUnsafe(1, context.fiberContext)
  return Effect.fail(rejection)
}

/** The decoded parts of a request. */
const decode = (
  context: RequestContext,
  { decodeJson, decodePath }: Route,
  { params }: Target,
  content: Content
): Step<HandlerInput> =>
  Effect.flatMapEager(decodePath(params, context.exchange.target), (path): Step<HandlerInput> => {
    if (content.kind === "file") return Effect.succeed({ context, ...path, payload: { file: content.file } })
    if (content.kind === "none" || decodeJson === undefined) return Effect.succeed({ context, ...path })
    return Effect.mapEager(decodeJson(content.chunks, content.isHeavy), ({ length, value }) => {
      context.bodyLength = Math.max(length, context.bytesIn)
      return { context, ...path, payload: value }
    })
  })

/** A request as its services and its log know it. */
const provideRequest = <A>(
  effect: Effect.Effect<A>,
  context: RequestContext,
  span: Tracer.Span | undefined
): Effect.Effect<A> =>
  Effect.updateContext(effect, (services: Context.Context<never>) => {
    const requestId = context.id
    const own = services.pipe(
      Context.add(CurrentRequest, context),
      Context.add(References.CurrentLogAnnotations, {
        ...Context.get(services, References.CurrentLogAnnotations),
        requestId
      })
    )
    return span === undefined ? own : Context.add(own, Tracer.ParentSpan, span)
  })

/** Makes the pipeline of a server with these routes. */
export const makePipeline = Effect.fnUntraced(function* (routes: ReadonlyArray<Route>) {
  const settings = yield* ServerSettings
  const shutdown = yield* Shutdown
  const load = yield* LoadShedding
  const answerProbe = yield* makeAnswerProbe
  const memory = yield* makeBodyMemory
  const telemetry = yield* makeWatchRequest(memory)
  const authenticateKey = yield* makeAuthenticate
  const keyless = yield* makeAddressLimit({
    limit: "keyless",
    most: ({ keylessPerSecond }) => keylessPerSecond,
    message: "Too many requests from this address."
  })
  const concurrency = yield* makeConcurrencyLimit
  const admit = yield* makeAdmit(concurrency)
  const readContent = yield* makeReadContent(memory)
  const meter = yield* UsageMeter
  const cors = makeCors(settings.origins)
  const forwarded = makeForwarded(settings.proxies)
  const isFromUnlistedProxy = makeFindUnlistedProxy(settings.proxies)
  const router = makeRouter(routes)
  const refusal = makeRefusal(shutdown)
  const send = makeSend(shutdown, telemetry)

  /** 503 for bodies of the groups with most requests while the process is overloaded: they are not read. */
  const isShed = ({ method }: ServerExchange, { group }: Caller["Service"]): boolean =>
    !bodiless.has(method) && load.isOverloaded() && concurrency.hasMany(group)

  /** The order of the guards. Each step goes on, or fails with the answer. */
  const runGuards = (context: RequestContext, target: Target, isTraced: boolean): Step<ServerResponse> => {
    // First, so that a page can read the 503, too.
    const preflight = cors(context, target) //                                             204
    if (preflight !== undefined) return Effect.fail(preflight)
    if (shutdown.phase() === "ending") return refuse(context, "shed", unavailable) //       503
    const { route } = target
    if (route instanceof Rejection) {
      return refuse(context, route === noSuchPath ? "path" : "method", route) //             404, 405
    }
    const operate = () =>
      isTraced
        ? withOperationSpan(route, () => runOperation(context, route, target))
        : runOperation(context, route, target)
    const authenticated = authenticate(context, route) //                                  401, 429, 503
    return Effect.flatMapEager(authenticated, (caller) => {
      if (caller === undefined) return operate()
      if (isShed(context.exchange, caller)) return refuse(context, "shed", unavailable) //   503
      const admitted = admit(context, caller, route.operation) //                          429
      return Effect.flatMapEager(admitted, () => {
        const denial = denialOf(context, caller, route) //                                   403, 429
        if (denial !== undefined) return Effect.fail(denial)
        const spending = (context.spending = new RequestSpending(caller, route.operation, meter))
        return Effect.updateContext(operate(), (services: Context.Context<never>) =>
          services.pipe(Context.add(Caller, caller), Context.add(CurrentSpending, spending))
        )
      })
    })
  }

  /** What the operation itself does: its body, its schema, its service. */
  const runOperation = (context: RequestContext, route: Route, target: Target): Step<ServerResponse> => {
    const received = readContent(context, route) //                                        400, 408, 413, 503
    return Effect.flatMapEager(received, (content) => {
      const decoded = decode(context, route, target, content) //                                 400, 422
      return Effect.flatMapEager(decoded, (request) => {
        // Others may have spent it while the body came in.
        const denial = budgetDenialOf(context, route) //                                   429
        if (denial !== undefined) return Effect.fail(denial)
        const { spending } = context
        const guarded = (engineCall: Effect.Effect<unknown, ApiError>) =>
          limitTokens(route, context, spending, countEngineCall(route, context, engineCall))
        const answered = route.handle(request, guarded) //                                   429, the service's own failures
        const response = Effect.mapEager(answered, (value) => {
          if (spending !== undefined && route.work.by === "engine") chargeEngine(context, spending, value)
          return route.encode(value)
        })
        return content.kind === "json"
          ? Effect.provideService(response, ValidRequest, request.payload)
          : response
      })
    })
  }

  const authenticate = (context: RequestContext, { access }: Route): Step<Caller["Service"] | undefined> =>
    access === "key"
      ? Effect.mapEager(authenticateKey(context), (caller) => (context.caller = caller))
      : access === "address"
        ? Effect.as(keyless.take(context), undefined)
        : Effect.undefined

  const runRequest = (
    watched: Watched,
    target: Target,
    span: Tracer.Span | undefined
  ): Effect.Effect<void> => {
    const { context } = watched
    // Only the work and the writing of a stream are interrupted: the end of a request is always reached.
    const life = Effect.uninterruptibleMask((restore) =>
      Effect.matchCauseEffect(restore(Effect.suspend(() => runGuards(context, target, span !== undefined))), {
        onSuccess: (response) => send(watched, target.route, response, restore),
        onFailure: (cause) =>
          Effect.flatMap(refusal(target.route, cause, hasLeft(restore)), (response) =>
            response === undefined
              ? Effect.sync(() => watched.over(499, true))
              : send(watched, target.route, response, restore)
          )
      })
    )
    return provideRequest(life, context, span)
  }

  /** Probes are answered first: no guard refuses them. */
  const handle = (given: ServerExchange): Effect.Effect<void> => {
    const probe = answerProbe(given)
    if (probe !== undefined) return Effect.map(probe, (response) => sendProbe(given, response))
    return Effect.withFiber((fiber) => {
      const exchange = forwarded(given)
      const target = router(exchange.method, exchange.target)
      const watched = telemetry.watch(fiber, exchange, target.template)
      const life = isTraced(fiber)
        ? Effect.flatMap(watched.makeSpan, (span) => runRequest(watched, target, span))
        : runRequest(watched, target, undefined)
      return isFromUnlistedProxy(given) ? Effect.andThen(Effect.logWarning(unlistedProxy), life) : life
    })
  }

  return Pipeline.of({ handle })
})

/** Whether the fiber itself was interrupted because the caller left, rather than something that it waited for. */
const hasLeft = (restore: (effect: Effect.Effect<void>) => Effect.Effect<void>) =>
  Effect.matchCause(restore(Effect.void), { onSuccess: () => false, onFailure: hasCallerLeft })

const sendProbe = (exchange: ServerExchange, { body, ...head }: ServerResponse): void =>
  void (typeof body === "function" || exchange.send(head, body))
