// Response headers forwarded from the upstream server: its request id, the tighter rate limit, its notice.
// Source: §4.1 for the rate limit; Assumed: ours for the rest.
import type { RateLimit, ResponseInfo } from "@leadline/core/client"
import type { ApiError, RateLimitError } from "@leadline/core/errors"
import {
  type Call,
  CurrentRequest,
  isNotice,
  joinNotices,
  noticeHeader,
  rateLimitHeader,
  rateLimitHeaders,
  responseInfoOf
} from "@leadline/core/internal"
import * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"

/** Header with the upstream server's request id; `x-request-id` stays this server's own. */
export const requestIdHeader = "x-leadline-upstream-request-id"

/** Facts of an upstream response or error that are forwarded. */
interface ResponseFacts {
  readonly requestId?: string | undefined
  readonly rateLimit?: RateLimit | undefined
  readonly notice?: string | undefined
}

const requestIdPattern = /^[A-Za-z0-9_-]{1,128}$/

/** The notices that the contract knows, of those that the upstream server gives. */
const noticesOf = ({ notice }: ResponseFacts): string =>
  (notice ?? "")
    .split(/,\s+/)
    .filter((one) => isNotice(one))
    .join(", ")

type CarriesKey = (text: string) => boolean

/** All four headers or none, because callers calculate with them. */
const headersOf = ({ limit, remaining, resetAt, used }: RateLimit) =>
  limit === undefined || remaining === undefined || resetAt === undefined
    ? undefined
    : rateLimitHeaders({
        limit,
        remaining,
        used: used ?? Math.max(0, limit - remaining),
        reset: Math.ceil(resetAt / 1_000)
      })

const requestIdOf = ({ requestId }: ResponseFacts, carriesKey: CarriesKey) =>
  requestId !== undefined && requestIdPattern.test(requestId) && !carriesKey(requestId)
    ? { [requestIdHeader]: requestId }
    : undefined

/** Adds headers to the current response. The tighter rate limit wins: this server's or the upstream server's. */
const addHeaders = (context: Context.Context<never>, facts: ResponseFacts, carriesKey: CarriesKey): void => {
  const limits = facts.rateLimit && headersOf(facts.rateLimit)
  const notice = noticesOf(facts)
  Context.get(context, CurrentRequest)?.addHeaders((own) => {
    const remaining = Number(own[rateLimitHeader.remaining] ?? Infinity)
    const isTighter = limits !== undefined && Number(limits[rateLimitHeader.remaining]) < remaining
    return {
      ...requestIdOf(facts, carriesKey),
      ...(notice !== "" && { [noticeHeader]: joinNotices(own[noticeHeader], notice) }),
      ...(isTighter && limits)
    }
  })
}

/** A refused request has nothing remaining. */
const rateLimitOf = ({ limit, remaining = 0, resetAt }: RateLimitError): RateLimit => ({
  remaining,
  ...(limit !== undefined && { limit }),
  ...(resetAt !== undefined && { resetAt })
})

const fromResponse = ({ headers, rateLimit, requestId }: ResponseInfo): ResponseFacts => ({
  requestId,
  rateLimit,
  notice: headers[noticeHeader]
})

const fromError = (error: ApiError): ResponseFacts => ({
  requestId: error.requestId,
  rateLimit: error._tag === "RateLimitError" ? rateLimitOf(error) : undefined
})

/** Adds the headers of an upstream response or error to the current response; does nothing outside an HTTP request. A text with the API key stays here. */
export const forwardHeaders = (
  context: Context.Context<never>,
  exit: Exit.Exit<unknown, ApiError>,
  call: Call | undefined,
  carriesKey: CarriesKey
): void => {
  if (Exit.isSuccess(exit)) {
    const response = responseInfoOf(call)
    if (response !== undefined) addHeaders(context, fromResponse(response), carriesKey)
    return
  }
  const error = Option.getOrUndefined(Exit.findErrorOption(exit))
  if (error !== undefined) addHeaders(context, fromError(error), carriesKey)
}
