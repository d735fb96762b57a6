// The failure of an error response: the status decides the class, the body adds the message.
// Source: §2.4, §7.1, §7.2; Assumed: docs for the statuses of §7.2.
import * as Predicate from "effect/Predicate"
import { parseJson } from "../schema/parseJson.ts"
import * as ApiError from "./ApiError.ts"
import * as limits from "./limits.ts"
import { fixedMessages } from "./messages.ts"

/** Removes from a server's message what must not be shown; an empty text where nothing may be. */
export type Redact = (message: string) => string

/** Removes nothing: there is no request. */
export const noRedaction: Redact = (message) => message

interface ErrorDetails {
  readonly message?: string
  readonly type?: string
  readonly param?: string | null
  readonly issues?: ReadonlyArray<ApiError.Issue>
}

type Json = { readonly [name: PropertyKey]: unknown }

const fromErrorObject = ({ message, param, type }: Json, clean: Redact): ErrorDetails | undefined =>
  typeof message === "string"
    ? {
        message: clean(message),
        ...(typeof type === "string" && { type: clean(type) }),
        ...((param === null || typeof param === "string") && { param: param && clean(param) })
      }
    : undefined

const isPathPart = (part: unknown): part is string | number =>
  typeof part === "string" || Number.isFinite(part)

const isDetailEntry = (
  entry: unknown
): entry is { readonly loc: ReadonlyArray<string | number>; readonly msg: string } =>
  Predicate.isObject(entry) &&
  typeof entry["msg"] === "string" &&
  Array.isArray(entry["loc"]) &&
  entry["loc"].every(isPathPart)

const fromDetail = (detail: unknown, clean: Redact): ErrorDetails | undefined => {
  if (!Array.isArray(detail) || !detail.every(isDetailEntry)) return undefined
  const issues = detail.slice(0, limits.issues).map(({ loc, msg }) => ({
    path: loc
      .slice(Number(loc[0] === "body"), limits.pathParts)
      .map((part) => (typeof part === "string" ? clean(part) : part)),
    message: clean(msg)
  }))
  const message = clean(issues.map(ApiError.issueText).join("; "))
  return message ? { message, issues } : undefined
}

/** What an error object or `{detail}` says; nothing for HTML, an empty body and all else. */
const parseErrorBody = (body: unknown, redact: Redact): ErrorDetails => {
  const clean = (text: string): string =>
    redact(text.slice(0, limits.messageLength)).replace(/\p{Cc}+/gu, " ")
  const { detail, error }: Json = Object(typeof body === "string" ? parseJson(body) : body)
  return fromDetail(detail, clean) ?? fromErrorObject(Object(error), clean) ?? {}
}

const defaultMessages: { readonly [status: number]: string } = {
  403: "The API key may not do this.",
  404: "Not found: check the id or the base URL.",
  405: "Not allowed: check the base URL.",
  407: "The proxy refused the connection.",
  ...fixedMessages
}

const plain: {
  readonly [status: number]: new (
    fields: ApiError.Common
  ) =>
    | ApiError.PermissionDeniedError
    | ApiError.NotFoundError
    | ApiError.ConflictError
    | ApiError.PayloadTooLargeError
} = {
  403: ApiError.PermissionDeniedError,
  404: ApiError.NotFoundError,
  405: ApiError.NotFoundError,
  409: ApiError.ConflictError,
  413: ApiError.PayloadTooLargeError
}

/** What the headers of a response add to its failure. */
export interface ResponseDetails {
  /** Milliseconds. */
  readonly retryAfter?: number | undefined
  readonly rateLimit?:
    | {
        readonly limit?: number
        readonly remaining?: number
        readonly used?: number
        readonly resetAt?: number
      }
    | undefined
  /** Applied to every text of the body. */
  readonly redact: Redact
  /** Default `service`. */
  readonly phase?: ApiError.Phase
  /** False: the request had no API key. Default true. */
  readonly hasKey?: boolean
}

/** The failure of a status outside 2xx; the body is a text, or its JSON. An InvalidResponseError for one outside 4xx and 5xx. */
export const fromStatus = (status: number, body: unknown, details: ResponseDetails): ApiError.ApiError => {
  const { message: said, ...rest } = parseErrorBody(body, details.redact)
  const message = said || defaultMessages[status] || `The service answered with status ${status}.`
  const common = { message, status, phase: details.phase ?? "service" } as const
  const waiting = details.retryAfter !== undefined && { retryAfter: details.retryAfter }
  const Plain = plain[status]
  if (Plain) return new Plain(common)
  switch (status) {
    case 401:
      // Never the server's own message: some repeat the key.
      return new ApiError.AuthenticationError({
        ...common,
        message:
          details.hasKey === false
            ? "The request had no API key: set apiKey, or LEADLINE_API_KEY on Node."
            : "The API key is wrong or revoked."
      })
    case 407:
      return new ApiError.ConnectionError({ ...common, phase: "connect", reason: "proxy", sent: false })
    case 429: {
      const { used: _, ...rateLimit } = details.rateLimit ?? {}
      return new ApiError.RateLimitError({ ...common, ...waiting, ...rateLimit })
    }
    case 502:
      return new ApiError.ConnectionError({ ...common, reason: "badGateway", sent: true })
    case 503:
      return new ApiError.UnavailableError({ ...common, ...waiting })
    case 504:
      return new ApiError.DeadlineExceededError({ ...common, sent: true })
  }
  if (status < 400 || status >= 600) {
    return new ApiError.InvalidResponseError({ ...common, reason: "status", sent: true })
  }
  return status < 500
    ? new ApiError.InvalidRequestError({ ...common, ...rest })
    : new ApiError.InternalServerError(common)
}
