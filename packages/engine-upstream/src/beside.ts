// What is told beside an answer: the other server's request id, the tighter of two rate limits, its notice.
// Source: §4.1 for the rate limit; Assumed: ours for the rest.
import type { RateLimit, ResponseInfo } from "@leadline/core/client"
import type { ApiError, RateLimitError } from "@leadline/core/errors"
import * as Notice from "@leadline/core/notice"
import type * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"

/** The header that names the other server's request id; `x-request-id` stays this server's own. */
export const requestIdHeader = "x-leadline-upstream-request-id"

/** What is known of an answer. */
interface Known {
  readonly requestId?: string | undefined
  readonly rateLimit?: RateLimit | undefined
  readonly notice?: string | undefined
}

const fit = /^[A-Za-z0-9_-]{1,128}$/

const notices: ReadonlySet<string | undefined> = new Set<Notice.Notice>(["images-ignored", "files-ignored"])

/** All four headers, or none: callers do arithmetic with them. */
const counts = ({ limit, remaining, resetAt, used }: RateLimit) =>
  limit === undefined || remaining === undefined || resetAt === undefined
    ? undefined
    : {
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": String(remaining),
        "x-ratelimit-used": String(used ?? Math.max(0, limit - remaining)),
        "x-ratelimit-reset": String(resetAt)
      }

const added = ({ notice, rateLimit, requestId }: Known) => {
  const headers: { [name: string]: string } = {}
  if (requestId !== undefined && fit.test(requestId)) headers[requestIdHeader] = requestId
  if (notice !== undefined && notices.has(notice)) headers[Notice.header] = notice
  return { headers, limits: rateLimit && counts(rateLimit) }
}

const tell = (context: Context.Context<never>, known: Known): void => {
  const { headers, limits } = added(known)
  Notice.tellUnsafe(context, (own) => {
    const left = Number(own["x-ratelimit-remaining"] ?? Infinity)
    const isTighter = limits !== undefined && Number(limits["x-ratelimit-remaining"]) < left
    return isTighter ? { ...headers, ...limits } : headers
  })
}

const ofAnswer = (context: Context.Context<never>, head: ResponseInfo | undefined): void => {
  if (head === undefined) return
  const { headers, rateLimit, requestId } = head
  tell(context, { requestId, rateLimit, notice: headers[Notice.header] })
}

/** What is refused finds nothing left. */
const refusedAt = ({ limit, remaining = 0, resetAt }: RateLimitError): RateLimit => ({
  remaining,
  ...(limit !== undefined && { limit }),
  ...(resetAt !== undefined && { resetAt })
})

const ofFailure = (context: Context.Context<never>, error: ApiError): void => {
  const { requestId } = error
  tell(context, {
    requestId,
    rateLimit: error._tag === "RateLimitError" ? refusedAt(error) : undefined
  })
}

/** Tells the caller of the current HTTP request how it was answered, if it was; does nothing outside one. */
export const of = (
  context: Context.Context<never>,
  exit: Exit.Exit<{ readonly response: ResponseInfo | undefined }, ApiError>
): void => {
  if (Exit.isSuccess(exit)) return ofAnswer(context, exit.value.response)
  const error = Option.getOrUndefined(Exit.findErrorOption(exit))
  if (error !== undefined) ofFailure(context, error)
}
