// The span of an operation beneath the server's HTTP span, and the count of calls of engines.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Tracer from "effect/Tracer"
import { inProcess, type RequestContext } from "../RequestContext.ts"
import { isEventStream } from "../ServerResponse.ts"
import type { Route } from "../Route.ts"
import { engineCalls } from "./metrics.ts"

/** The class of what made a call fail, `cancelled` when it was interrupted, else `defect`. */
export const outcomeOf = (cause: Cause.Cause<unknown>): string => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  return Predicate.hasProperty(error, "_tag")
    ? String(error._tag)
    : Cause.hasInterrupts(cause)
      ? "cancelled"
      : "defect"
}

/** Failures of a request that the engine was not asked about. */
const refusals = new Set(["InvalidRequestError", "PayloadTooLargeError"])

/** Counts a call of the engine of this process; an engine that asks another server names itself, and counts its calls. */
const count = (context: RequestContext, operation: string, exit: Exit.Exit<unknown, unknown>): void => {
  const outcome = Exit.isSuccess(exit) ? "ok" : outcomeOf(exit.cause)
  if (context.engine !== undefined || refusals.has(outcome)) return
  context.engine = inProcess
  const counting = (how: string): void =>
    engineCalls({ engine: inProcess, operation, outcome: how }).updateUnsafe(1, context.fiberContext)
  if (Exit.isSuccess(exit) && isEventStream(exit.value)) context.onStreamEnd = counting
  else counting(outcome)
}

/** OpenTelemetry's name for the work of a route, where it has one. */
const genAiAttributes = (work: Route["work"]): { readonly [name: string]: string } | undefined =>
  work.by === "engine" && work.genAi !== undefined ? { "gen_ai.operation.name": work.genAi } : undefined

/** The span of an operation: around body, schema and service. */
export const withOperationSpan = <A, E>(
  { spanName, work }: Route,
  operate: () => Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Effect.useSpan(spanName, { attributes: genAiAttributes(work) }, (span) =>
    Effect.provideService(Effect.suspend(operate), Tracer.ParentSpan, span)
  )

/** Counts a call of the engine of a route. A call that is answered by a stream is counted at the end of the stream. */
export const countEngineCall = <E>(
  { operation, work }: Route,
  context: RequestContext,
  answer: Effect.Effect<unknown, E>
): Effect.Effect<unknown, E> =>
  work.by === "engine"
    ? Effect.onExitPrimitive(answer, (exit) => {
        count(context, operation, exit)
        return undefined
      })
    : answer
