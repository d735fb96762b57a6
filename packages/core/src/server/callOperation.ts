// Calls an operation from the handler of a protocol: its body is decoded as that of a request is.
// Assumed: ours.
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { lightBytes } from "../contract/limits.ts"
import type { ApiError } from "../errors/ApiError.ts"
import { encodeText } from "../protocol/utf8.ts"
import { bytesPerStep } from "../scheduling/limits.ts"
import type { RequestContext } from "./RequestContext.ts"
import type { Route } from "./Route.ts"
import type { Rejection, ServerResponse } from "./ServerResponse.ts"

type Step<A> = Effect.Effect<A, ApiError | Rejection>

const inSteps = (bytes: Uint8Array): Array<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / bytesPerStep) }, (_, at) =>
    bytes.subarray(at * bytesPerStep, (at + 1) * bytesPerStep)
  )

/**
 * Answers the calls of one request, one after the other: each uses what it uses. The first is admitted as its request,
 * others by themselves.
 */
export const inTurn = (
  context: RequestContext,
  admit: (route: Route) => Step<void>,
  answer: (route: Route, payload: unknown) => Step<ServerResponse>
) => {
  const turn = Semaphore.makeUnsafe(1)
  let calls = 0
  return (route: Route, payload: unknown): Step<ServerResponse> => {
    const answered = Effect.suspend(() => {
      context.usage = undefined
      return answer(route, payload)
    })
    return Effect.andThen(calls++ === 0 ? Effect.void : admit(route), turn.withPermit(answered))
  }
}

/** Decodes a body for an operation, and answers it; its refusals are answers, too. */
export const callOperation = (
  context: RequestContext,
  routes: ReadonlyArray<Route>,
  operation: string,
  body: string,
  answer: (route: Route, payload: unknown) => Step<ServerResponse>,
  refused: (route: Route, cause: Cause.Cause<ApiError | Rejection>) => Effect.Effect<ServerResponse>
): Effect.Effect<ServerResponse> => {
  const route = routes.find((one) => one.operation === operation)
  if (route?.decodeJson === undefined) return Effect.die(new Error(`There is no operation ${operation}`))
  const bytes = encodeText(body)
  const called = Effect.flatMap(
    route.decodeJson(inSteps(bytes), bytes.length > lightBytes),
    ({ length, value }): Step<ServerResponse> => {
      context.bodyLength = Math.max(length, bytes.length)
      return answer(route, value)
    }
  )
  return Effect.catchCause(called, (cause) => refused(route, cause))
}
