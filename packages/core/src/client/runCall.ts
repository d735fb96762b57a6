// Runs one call from its first check to its last.
import * as Effect from "effect/Effect"
import type * as ApiError from "../errors/ApiError.ts"
import { annotateError, Call, CallReport, CurrentCall } from "./Call.ts"
import type { CallOptions } from "./CallOptions.ts"
import { inSpan } from "./tracing.ts"

/**
 * Runs a method as one call, in a span if tracing is on. A failure carries the operation, the attempts made and the time
 * taken.
 */
export const runCall = <A, R>(
  name: string,
  method: Effect.Effect<A, ApiError.ApiError, R>,
  defaults: CallOptions,
  isStream: boolean
): Effect.Effect<A, ApiError.ApiError, R> =>
  Effect.withFiber((fiber) => {
    const call = new Call(name, fiber, defaults, isStream)
    const report = fiber.getRef(CallReport)
    if (report !== undefined) report.call = call
    const finish = <B, E>(outcome: Effect.Effect<B, E>): Effect.Effect<B, E> => {
      if (report !== undefined) Object.assign(report, { call, elapsed: call.elapsed() })
      return outcome
    }
    const reported = Effect.matchEffect(Effect.provideService(method, CurrentCall, call), {
      onSuccess: (result) => finish(Effect.succeed(result)),
      onFailure: (error) => finish(Effect.fail(annotateError(call, error)))
    })
    return inSpan(fiber, call, name, reported)
  })
