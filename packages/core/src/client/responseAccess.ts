// Access to the HTTP response behind a result: `withResponse` and `raw`.
import * as Effect from "effect/Effect"
import { type Call, callFacts, CallObserver } from "./Call.ts"
import { noticeHeader } from "../validation/notice.ts"
import { rateLimitOf, type ResponseInfo } from "./response/ResponseInfo.ts"

/** The response of a call; undefined when no HTTP request was answered. */
export const responseInfoOf = (call: Call | undefined): ResponseInfo | undefined => {
  if (call?.head === undefined) return undefined
  const { headers, status } = call.head
  const rateLimit = rateLimitOf(headers)
  const notice = headers[noticeHeader]
  return Object.assign(
    callFacts(call, call.duration ?? 0),
    { status, headers },
    rateLimit && { rateLimit },
    notice && { notice }
  )
}

/** Runs an effect with the last call it has begun, for what is done at its end. */
const observed = <A, B, E, E2, R>(
  effect: Effect.Effect<A, E, R>,
  end: (effect: Effect.Effect<A, E, R>, last: () => Call | undefined) => Effect.Effect<B, E2, R>
): Effect.Effect<B, E2, R> =>
  Effect.suspend(() => {
    let call: Call | undefined
    const observe = (begun: Call): void => {
      call = begun
    }
    return end(Effect.provideService(effect, CallObserver, observe), () => call)
  })

/**
 * Adds the HTTP response to a result: status, headers, request id, rate limit, attempts, time. `response` is undefined
 * when no HTTP request was answered; of several calls it is that of the last one.
 */
export const withResponse = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<{ readonly data: A; readonly response: ResponseInfo | undefined }, E, R> =>
  observed(effect, (run, last) => Effect.map(run, (data) => ({ data, response: responseInfoOf(last()) })))

/** The JSON of the response before any check, also of one that breaks the contract; of several calls the last one's. */
export const raw = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<unknown, E, R> =>
  observed(effect, (run, last) =>
    Effect.matchEffect(run, {
      onSuccess: (result) => {
        const call = last()
        return Effect.succeed(call && (call.json ?? result))
      },
      onFailure: (error) => {
        const json = last()?.json
        return json === undefined ? Effect.fail(error) : Effect.succeed(json)
      }
    })
  )
