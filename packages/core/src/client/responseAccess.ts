// Access to the HTTP response behind a result: `withResponse` and `raw`.
import * as Effect from "effect/Effect"
import { callFacts, CallReport } from "./Call.ts"
import { noticeHeader } from "../validation/notice.ts"
import { rateLimitOf, type ResponseInfo } from "./response/ResponseInfo.ts"

/** The response of a reported call; undefined when no HTTP request was answered. */
export const responseInfoOf = ({ call, elapsed = 0 }: CallReport): ResponseInfo | undefined => {
  if (call?.head === undefined) return undefined
  const { headers, status } = call.head
  const rateLimit = rateLimitOf(headers)
  const notice = headers[noticeHeader]
  return Object.assign(
    callFacts(call, elapsed),
    { status, headers },
    rateLimit && { rateLimit },
    notice && { notice }
  )
}

/**
 * Adds the HTTP response to a result: status, headers, request id, rate limit, attempts, time. `response` is undefined
 * when no HTTP request was answered; of several calls it is that of the last one.
 */
export const withResponse = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<{ readonly data: A; readonly response: ResponseInfo | undefined }, E, R> =>
  Effect.suspend(() => {
    const report: CallReport = {}
    return Effect.map(Effect.provideService(effect, CallReport, report), (data) => ({
      data,
      response: responseInfoOf(report)
    }))
  })

/** The JSON of the response before any check, also of one that breaks the contract; of several calls the last one's. */
export const raw = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<unknown, E, R> =>
  Effect.suspend(() => {
    const report: CallReport = {}
    return Effect.matchEffect(Effect.provideService(effect, CallReport, report), {
      onSuccess: (result) => Effect.succeed(report.call && (report.call.json ?? result)),
      onFailure: (error) =>
        report.call?.json === undefined ? Effect.fail(error) : Effect.succeed(report.call.json)
    })
  })
