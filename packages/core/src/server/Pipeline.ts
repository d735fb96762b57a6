// The life of a request, with the order of its guards. All guards, in order, are in docs/server.md.
// Source: §5, §7.1; Assumed: ours for the order.
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import type { ApiError } from "../errors/ApiError.ts"
import { CurrentRequest } from "../validation/ServedRequest.ts"
import { ValidRequest } from "../validation/validate.ts"
import { isTraced } from "../telemetry/isTraced.ts"
import { makeAuthenticate } from "./Authentication.ts"
import { type Content, makeReadContent } from "./body/readBody.ts"
import type { Caller } from "./Caller.ts"
import { makeCors } from "./cors.ts"
import type { ServerExchange } from "./ServerExchange.ts"
import { hasCallerLeft } from "./lifecycle/interruption.ts"
import { LoadShedding } from "./lifecycle/LoadShedding.ts"
import { makeAnswerProbe } from "./lifecycle/probes.ts"
import { Shutdown } from "./lifecycle/Shutdown.ts"
import { makeAddressLimit } from "./admission/AddressLimit.ts"
import { budgetDenialOf, denialOf, makeAdmit, makeConcurrencyLimit } from "./admission/admitRequest.ts"
import { makeBodyMemory } from "./admission/MemoryBudget.ts"
import type { RequestSpending } from "./admission/RequestSpending.ts"
import type { RequestContext } from "./RequestContext.ts"
import { makeRefusal, makeSend } from "./response/send.ts"
import { Rejection, type ServerResponse, unavailable } from "./ServerResponse.ts"
import { answerOperation, spendingAs } from "./answerOperation.ts"
import { callOperation, inTurn } from "./callOperation.ts"
import { AddedRoutes, type HandlerInput, type Route } from "./Route.ts"
import { makeRouter, type Target } from "./Router.ts"
import { ServerSettings } from "./ServerSettings.ts"
import { withOperationSpan } from "./telemetry/engineTelemetry.ts"
import { gateRefusals } from "./telemetry/metrics.ts"
import { makeWatchRequest, type Watched } from "./lifecycle/watchRequest.ts"
import { makeFindUnlistedProxy, makeForwarded, unlistedProxy } from "./trustedProxies.ts"
import { UsageMeter } from "./UsageMeter.ts"

/** Answers requests. */
export class Pipeline extends Context.Service<
  Pipeline,
  {
    /**
     * Starts the work on a request: the fiber ends when the answer is over. Interrupt it when the caller leaves. `services`
     * are its clock, log, metrics and tracer.
     */
    readonly start: (exchange: ServerExchange, services: Context.Context<never>) => Fiber.Fiber<void>
  }
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

/** Adds what services and the log may know of a request. */
const requestServices = (services: Context.Context<never>, context: RequestContext) =>
  services.pipe(
    Context.add(CurrentRequest, context),
    Context.add(References.CurrentLogAnnotations, {
      ...Context.get(services, References.CurrentLogAnnotations),
      requestId: context.id
    })
  )

/** Makes the pipeline of a server with these routes. */
export const makePipeline = Effect.fnUntraced(function* (contract: ReadonlyArray<Route>) {
  const routes = [...contract, ...(yield* AddedRoutes)]
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

  /** The answer to what was refused or failed; interrupted where the caller left. */
  const refused = (route: Route, cause: Cause.Cause<ApiError | Rejection>) =>
    Effect.filterOrElse(
      refusal(route, cause, hasLeft),
      (response) => response !== undefined,
      () => Effect.interrupt
    )

  /** The order of the guards. Each step goes on, or fails with the answer. */
  const runGuards = (context: RequestContext, target: Target, hasSpan: boolean): Step<ServerResponse> => {
    // First, so that a page can read the 503, too.
    const preflight = cors(context, target) //                                             204
    if (preflight !== undefined) return Effect.fail(preflight)
    if (shutdown.phase() === "ending") return refuse(context, "shed", unavailable) //       503
    const { route } = target
    if (route instanceof Rejection) {
      return refuse(context, target.allow === undefined ? "path" : "method", route) //             404, 405
    }
    const operate = (spending?: RequestSpending) => {
      const run = () => runOperation(context, target, route, spending)
      return hasSpan ? withOperationSpan(route, run) : run()
    }
    const authenticated = authenticate(context, route) //                                  401, 429, 503
    return Effect.flatMapEager(authenticated, (caller) => {
      if (caller === undefined) return operate()
      if (isShed(context.exchange, caller)) return refuse(context, "shed", unavailable) //   503
      const admitted = admit(context, caller, route.operation) //                          429
      return Effect.flatMapEager(admitted, () => {
        const denial = denialOf(context, caller, route) //                                   403, 429
        if (denial !== undefined) return Effect.fail(denial)
        if (route.callsOperations) {
          const call = callFor(context, caller)
          context.call = (operation, body) => callOperation(context, routes, operation, body, call, refused)
        }
        return spendingAs(meter, context, caller, route, operate)
      })
    })
  }

  /** Answers calls of operations by the messages of a protocol. */
  const callFor = (context: RequestContext, caller: Caller["Service"]) =>
    inTurn(
      context,
      ({ operation }) => admit(context, caller, operation), //                             429
      (route, payload) => {
        const denial = denialOf(context, caller, route) //                                 403, 429
        if (denial !== undefined) return Effect.fail(denial)
        return spendingAs(meter, context, caller, route, (spending) =>
          answerOperation(context, route, { context, payload }, spending)
        )
      }
    )

  /** Reads the body, decodes it, and calls the service. */
  const runOperation = (
    context: RequestContext,
    target: Target,
    route: Route,
    spending: RequestSpending | undefined
  ): Step<ServerResponse> => {
    const received = readContent(context, route) //                                        400, 408, 413, 503
    return Effect.flatMapEager(received, (content) => {
      const decoded = decode(context, route, target, content) //                                 400, 422
      return Effect.flatMapEager(decoded, (request) => {
        // Others may have spent it while the body came in.
        const denial = budgetDenialOf(context, route) //                                   429
        if (denial !== undefined) return Effect.fail(denial)
        const response = answerOperation(context, route, request, spending) //                        429, the service's own failures
        return content.kind === "json"
          ? Effect.provideService(response, ValidRequest, request.payload)
          : response
      })
    })
  }

  const authenticate = (context: RequestContext, { access }: Route): Step<Caller["Service"] | undefined> =>
    access === "key"
      ? Effect.mapEager(authenticateKey(context), (caller) => (context.caller = caller))
      : Effect.as(keyless.take(context), undefined)

  /** Runs uninterruptible but for the work and the writing of a stream: the end of a request is always reached. */
  const runRequest = (watched: Watched, target: Target, hasSpan: boolean): Effect.Effect<void> =>
    Effect.matchCauseEffect(
      Effect.interruptible(Effect.suspend(() => runGuards(watched.context, target, hasSpan))),
      {
        onSuccess: (response) => send(watched, target.route, response),
        onFailure: (cause) =>
          Effect.flatMap(refusal(target.route, cause, hasLeft), (response) =>
            response === undefined
              ? Effect.sync(() => watched.over(499, true))
              : send(watched, target.route, response)
          )
      }
    )

  const begin = (given: ServerExchange, services: Context.Context<never>): Fiber.Fiber<void> => {
    const exchange = forwarded(given)
    const target = router(exchange.method, exchange.target)
    const watched = telemetry.watch(services, exchange, target.template)
    const life = Effect.withFiber((fiber) => {
      watched.begin(fiber)
      return isTraced(fiber)
        ? Effect.flatMap(watched.startSpan, (span) =>
            Effect.provideService(runRequest(watched, target, true), Tracer.ParentSpan, span)
          )
        : runRequest(watched, target, false)
    })
    return Effect.runForkWith(requestServices(services, watched.context))(
      isFromUnlistedProxy(given) ? Effect.andThen(Effect.logWarning(unlistedProxy), life) : life,
      { uninterruptible: true }
    )
  }

  return Pipeline.of({
    start: (exchange, services) => {
      // Probes are answered first: no guard refuses them.
      const probe = answerProbe(exchange)
      return probe === undefined
        ? begin(exchange, services)
        : Effect.runForkWith(services)(Effect.map(probe, (response) => sendProbe(exchange, response)))
    }
  })
})

/** True if the fiber itself was interrupted because the caller left, not something that it waited for. */
const hasLeft = Effect.matchCause(Effect.interruptible(Effect.void), {
  onSuccess: () => false,
  onFailure: hasCallerLeft
})

const sendProbe = (exchange: ServerExchange, { body, ...head }: ServerResponse): void =>
  void (typeof body === "function" || exchange.send(head, body))
