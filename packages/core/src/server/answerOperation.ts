// The last steps of a request: what its caller may spend on the operation, and the call of the service.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ApiError } from "../errors/ApiError.ts"
import { CurrentSpending } from "../validation/Spending.ts"
import { Caller } from "./Caller.ts"
import { chargeEngine, limitTokens, type RequestSpending, spendingOf } from "./admission/RequestSpending.ts"
import type { RequestContext } from "./RequestContext.ts"
import type { HandlerInput, Route } from "./Route.ts"
import type { Rejection, ServerResponse } from "./ServerResponse.ts"
import { countEngineCall } from "./telemetry/engineTelemetry.ts"
import type { UsageMeter } from "./UsageMeter.ts"

/** Runs with what the caller may spend on an operation. */
export const spendingAs = <A, E>(
  meter: typeof UsageMeter.Service,
  context: RequestContext,
  caller: Caller["Service"],
  route: Route,
  run: (spending?: RequestSpending) => Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const spending = spendingOf(context, route.operation, meter)
  if (spending !== undefined) context.onRelease(() => spending.end())
  return Effect.updateContext(run(spending), (services: Context.Context<never>) => {
    const own = Context.add(services, Caller, caller)
    return spending === undefined ? own : Context.add(own, CurrentSpending, spending)
  })
}

/** Calls the service, and encodes its answer. */
export const answerOperation = (
  context: RequestContext,
  route: Route,
  input: HandlerInput,
  spending: RequestSpending | undefined
): Effect.Effect<ServerResponse, ApiError | Rejection> => {
  const guarded = (engineCall: Effect.Effect<unknown, ApiError>) =>
    limitTokens(route, context, spending, countEngineCall(route, context, engineCall))
  const answered = route.handle(input, guarded) //                                       429, the service's own failures
  return Effect.mapEager(answered, (value) => {
    if (spending !== undefined && route.work.by === "engine") chargeEngine(context, spending, value)
    return route.encode(value)
  })
}
