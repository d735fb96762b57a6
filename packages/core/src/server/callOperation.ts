// Calls an operation from the handler of a protocol: its body is decoded as that of a request is.
// Assumed: ours.
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { lightBytes, messageAnswers } from "../contract/limits.ts"
import { type ApiError, PayloadTooLargeError } from "../errors/ApiError.ts"
import { encodeText } from "../protocol/utf8.ts"
import { bytesPerStep, sliceDuration } from "../scheduling/limits.ts"
import { yieldAfter } from "../scheduling/yieldFairly.ts"
import type { DecodedBody } from "./body/decodeJson.ts"
import type { RequestContext } from "./RequestContext.ts"
import type { Route } from "./Route.ts"
import type { Rejection, ServerResponse } from "./ServerResponse.ts"

type Step<A> = Effect.Effect<A, ApiError | Rejection>

const inSteps = (bytes: Uint8Array): Array<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / bytesPerStep) }, (_, at) =>
    bytes.subarray(at * bytesPerStep, (at + 1) * bytesPerStep)
  )

const full = () =>
  new PayloadTooLargeError({
    message: `The answers to one message have over ${messageAnswers} characters: send another for this call.`
  })

/** Answers a call with what was decoded of its body. */
type Call = (route: Route, body: DecodedBody) => Step<ServerResponse>

/**
 * Answers the calls of one request, one after the other: each uses what it uses. The first is admitted as its request,
 * others by themselves.
 */
export const inTurn = (
  context: RequestContext,
  admit: (route: Route) => Step<void>,
  answer: (route: Route, payload: unknown) => Step<ServerResponse>
): Call => {
  const turn = Semaphore.makeUnsafe(1)
  let [calls, answered] = [0, 0]
  const answerNext: Call = (route, { length, value }) =>
    Effect.suspend((): Step<ServerResponse> => {
      if (answered > messageAnswers) return Effect.fail(full())
      context.usage = undefined
      context.engine = undefined
      context.bodyLength = length
      return Effect.map(answer(route, value), (response) => {
        answered += typeof response.body === "function" ? 0 : response.body.length
        return response
      })
    })
  return (route, body) =>
    calls++ === 0
      ? turn.withPermit(answerNext(route, body))
      : Effect.andThen(
          admit(route),
          // Each is short, and so many in a row are not.
          turn.withPermit(Effect.andThen(yieldAfter(sliceDuration), answerNext(route, body)))
        )
}

/** Decodes a body for an operation, and answers it; its refusals are answers, too. */
export const callOperation = (
  context: RequestContext,
  routes: ReadonlyArray<Route>,
  operation: string,
  body: string,
  answer: Call,
  refused: (route: Route, cause: Cause.Cause<ApiError | Rejection>) => Effect.Effect<ServerResponse>
): Effect.Effect<ServerResponse> => {
  const route = routes.find((one) => one.operation === operation)
  if (route?.decodeJson === undefined) return Effect.die(new Error(`There is no operation ${operation}`))
  const bytes = encodeText(body)
  const called = Effect.flatMap(
    route.decodeJson(inSteps(bytes), bytes.length > lightBytes),
    ({ length, value }) => answer(route, { value, length: Math.max(length, bytes.length) })
  )
  return Effect.catchCause(called, (cause) => refused(route, cause))
}
