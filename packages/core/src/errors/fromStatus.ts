// An answer that is a failure: the status decides the class, the body only adds words.
// Source: §2.4, §7.1, §7.2; Assumed: docs for the statuses of §7.2.
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as ApiError from "./ApiError.ts"
import * as limits from "../client/defaults.ts"
import type { Redact } from "../client/redact.ts"

interface ErrorDetails {
  readonly message?: string
  readonly type?: string
  readonly param?: string | null
  readonly issues?: ReadonlyArray<ApiError.Issue>
}

const singleLine = (text: string): string => text.slice(0, limits.words).replace(/\p{Cc}+/gu, " ")

type Json = { readonly [name: PropertyKey]: unknown }

const fromErrorObject = ({ message, param, type }: Json, clean: Redact): ErrorDetails | undefined =>
  typeof message === "string" &&
  (type === undefined || typeof type === "string") &&
  (param === undefined || param === null || typeof param === "string")
    ? {
        message: clean(message),
        ...(type === undefined ? {} : { type: clean(type) }),
        ...(param === undefined ? {} : { param: param === null ? null : clean(param) })
      }
    : undefined

const isPart = (part: unknown): part is string | number => typeof part === "string" || Number.isFinite(part)

const isDetailEntry = (
  one: unknown
): one is { readonly loc: ReadonlyArray<string | number>; readonly msg: string } =>
  Predicate.isObject(one) &&
  typeof one["msg"] === "string" &&
  Array.isArray(one["loc"]) &&
  one["loc"].every(isPart)

const fromDetail = (detail: unknown, clean: Redact): ErrorDetails | undefined => {
  if (!Array.isArray(detail) || !detail.every(isDetailEntry)) return undefined
  const issues = detail.slice(0, 20).map(({ loc, msg }) => ({
    path: (loc[0] === "body" ? loc.slice(1) : loc).map((part) =>
      typeof part === "string" ? clean(part) : part
    ),
    message: clean(msg)
  }))
  return { message: clean(issues.map(ApiError.issueText).join("; ")), issues }
}

/** The words of a body of either shape; HTML, an empty body and everything else say nothing. */
const parseErrorBody = (body: string, hide: Redact): ErrorDetails => {
  const clean = (text: string): string => singleLine(hide(text))
  const value = Result.getOrUndefined(Result.try((): unknown => JSON.parse(body)))
  if (!Predicate.isObject(value)) return {}
  const { detail, error } = value
  return (
    (Predicate.isObject(error) ? fromErrorObject(error, clean) : undefined) ?? fromDetail(detail, clean) ?? {}
  )
}

const defaultMessages: { readonly [status: number]: string } = {
  401: "The API key is missing, wrong or revoked.",
  403: "The API key may not do this.",
  404: "Nothing is there: check the id or the base URL.",
  405: "Nothing is there for this method: check the base URL.",
  407: "The proxy refused the connection.",
  409: "The stored state has moved on.",
  413: "The body is too large.",
  429: "Too many requests.",
  500: "The service failed.",
  502: "The service could not reach its model.",
  503: "The service is temporarily unavailable.",
  504: "The model did not answer in time."
}

/** What the head of an answer adds to a failure. */
export interface ResponseDetails {
  /** Milliseconds. */
  readonly retryAfter: number | undefined
  readonly rateLimit:
    | { readonly limit?: number; readonly remaining?: number; readonly resetAt?: number }
    | undefined
  /** Takes what nobody may see out of the server's words. */
  readonly redact: Redact
}

/** The failure a status names. For a status outside 4xx and 5xx: not of the contract. */
export const fromStatus = (status: number, body: string, advice: ResponseDetails): ApiError.ApiError => {
  const { message = defaultMessages[status] ?? `The service answered with status ${status}.`, ...rest } =
    parseErrorBody(body, advice.redact)
  const common = { message, status, phase: "service" } as const
  const waiting = advice.retryAfter === undefined ? {} : { retryAfter: advice.retryAfter }
  switch (status) {
    case 401:
      // Never the server's own words: some repeat the key.
      return new ApiError.AuthenticationError({ ...common, message: defaultMessages[401] ?? "" })
    case 403:
      return new ApiError.PermissionDeniedError(common)
    case 404:
    case 405:
      return new ApiError.NotFoundError(common)
    case 407:
      return new ApiError.ConnectionError({ ...common, phase: "connect", reason: "proxy", sent: false })
    case 409:
      return new ApiError.ConflictError(common)
    case 413:
      return new ApiError.PayloadTooLargeError(common)
    case 429: {
      const { limit, remaining, resetAt } = advice.rateLimit ?? {}
      return new ApiError.RateLimitError({
        ...common,
        ...waiting,
        ...(limit === undefined ? {} : { limit }),
        ...(remaining === undefined ? {} : { remaining }),
        ...(resetAt === undefined ? {} : { resetAt })
      })
    }
    case 502:
      return new ApiError.ConnectionError({ ...common, reason: "badGateway", sent: true })
    case 503:
      return new ApiError.UnavailableError({ ...common, ...waiting })
    case 504:
      return new ApiError.DeadlineExceededError({ ...common, sent: true })
  }
  if (status >= 400 && status < 500) return new ApiError.InvalidRequestError({ ...common, ...rest })
  if (status >= 500 && status < 600) return new ApiError.InternalServerError(common)
  return new ApiError.InvalidResponseError({
    message: `The status ${status} is not of the contract.`,
    status,
    reason: "status",
    sent: true
  })
}
