// The failures of every operation, one class per consequence for the caller.
// Source: §2.4, §7.
import * as Schema from "effect/Schema"
import { issuesOf } from "./issues.ts"

/** One thing wrong with a request or an answer: where, and what was expected. Never a value. */
export const Issue = Schema.Struct({
  path: Schema.Array(Schema.Union([Schema.String, Schema.Finite])),
  message: Schema.String,
  /** One word for the kind of failure, as `missing` or `too_long`. */
  code: Schema.optionalKey(Schema.String),
  /** The part of the request, when it is not the body. */
  in: Schema.optionalKey(Schema.Literals(["query", "path"]))
})

/** {@link Issue}, readonly. */
export type Issue = typeof Issue.Type

/** Where it broke. `request`: nothing was sent. `service`: the server answered so. */
export const Phase = Schema.Literals([
  "request",
  "dns",
  "connect",
  "tls",
  "send",
  "headers",
  "body",
  "stream",
  "idle",
  "service"
])

/** {@link Phase}. */
export type Phase = typeof Phase.Type

const common = {
  /** One line for a person, perhaps in the words of the service. Holds no key and no longer text of the request. */
  message: Schema.String,
  /** Where it broke. */
  phase: Schema.optionalKey(Phase),
  /** HTTP status, when the server answered. */
  status: Schema.optionalKey(Schema.Finite),
  /** The server's `x-request-id`, for reports. */
  requestId: Schema.optionalKey(Schema.String),
  /** HTTP requests made for this call. */
  attempts: Schema.optionalKey(Schema.Finite),
  /** Milliseconds waited before each attempt but the first; missing when there was one only. */
  waits: Schema.optionalKey(Schema.Array(Schema.Finite)),
  /** Milliseconds from the call to the failure, waits included. */
  elapsed: Schema.optionalKey(Schema.Finite),
  /** Whole events that came before it, in a stream. */
  eventsSeen: Schema.optionalKey(Schema.Finite)
}

const serverType = {
  /** The `type` of the server's error object. Informative: branch on the class. */
  type: Schema.optionalKey(Schema.String),
  /** The field the server names, or null. */
  param: Schema.optionalKey(Schema.NullOr(Schema.String))
}

const waiting = {
  /** Milliseconds the server asks to wait. */
  retryAfter: Schema.optionalKey(Schema.Finite)
}

const sent = {
  /** May the request have reached the server? */
  sent: Schema.optionalKey(Schema.Boolean)
}

const issueList = {
  /** Every failure found, with its path. */
  issues: Schema.optionalKey(Schema.Array(Issue))
}

/** The request is wrong: 400, 422, another 4xx, or refused before sending. Fix the request. */
export class InvalidRequestError extends Schema.TaggedError<InvalidRequestError>()("InvalidRequestError", {
  ...common,
  ...serverType,
  ...issueList
}) {
  readonly isRetryable = false
}

/** The key is missing, wrong or revoked: 401. Replace the key. */
export class AuthenticationError extends Schema.TaggedError<AuthenticationError>()(
  "AuthenticationError",
  common
) {
  readonly isRetryable = false
}

/** The key may not do this: 403. Ask for the right. */
export class PermissionDeniedError extends Schema.TaggedError<PermissionDeniedError>()(
  "PermissionDeniedError",
  common
) {
  readonly isRetryable = false
}

/** Nothing is there: 404, 405. Check the id or the base URL. */
export class NotFoundError extends Schema.TaggedError<NotFoundError>()("NotFoundError", common) {
  readonly isRetryable = false
}

/** The stored state has moved on: 409. Read again, then write. */
export class ConflictError extends Schema.TaggedError<ConflictError>()("ConflictError", common) {
  readonly isRetryable = false
}

/** The body is over 32 MiB: 413, or refused before sending. Send less. */
export class PayloadTooLargeError extends Schema.TaggedError<PayloadTooLargeError>()(
  "PayloadTooLargeError",
  common
) {
  readonly isRetryable = false
}

/** Too many requests or tokens: 429. Wait `retryAfter`. */
export class RateLimitError extends Schema.TaggedError<RateLimitError>()("RateLimitError", {
  ...common,
  ...waiting,
  /** Requests allowed in the window. */
  limit: Schema.optionalKey(Schema.Finite),
  /** Requests left in the window. */
  remaining: Schema.optionalKey(Schema.Finite),
  /** Unix second at which the window ends. */
  resetAt: Schema.optionalKey(Schema.Finite)
}) {
  readonly isRetryable = true
}

/** The service failed: 500, another 5xx. Try later, report the request id. */
export class InternalServerError extends Schema.TaggedError<InternalServerError>()(
  "InternalServerError",
  common
) {
  get isRetryable(): boolean {
    return this.status === undefined || this.status === 500
  }
}

/** The connection broke, or the service could not reach its model: 502. Check network and base URL. */
export class ConnectionError extends Schema.TaggedError<ConnectionError>()("ConnectionError", {
  ...common,
  ...sent,
  /** What broke it. */
  reason: Schema.optionalKey(
    Schema.Literals([
      "notFound",
      "refused",
      "reset",
      "closed",
      "protocol",
      "certificate",
      "proxy",
      "badGateway",
      "unknown"
    ])
  )
}) {
  get isRetryable(): boolean {
    return this.reason !== "certificate" && this.reason !== "proxy"
  }
}

/** The service is overloaded or stopping: 503. Try later. */
export class UnavailableError extends Schema.TaggedError<UnavailableError>()("UnavailableError", {
  ...common,
  ...waiting
}) {
  readonly isRetryable = true
}

/** No answer in time: our own clock, or 504. Allow more time or send less. */
export class DeadlineExceededError extends Schema.TaggedError<DeadlineExceededError>()(
  "DeadlineExceededError",
  {
    ...common,
    ...sent
  }
) {
  get isRetryable(): boolean {
    return this.phase === "service" || this.sent === false
  }
}

/** An answer that is not of the contract. Check the base URL; report it with the request id. */
export class InvalidResponseError extends Schema.TaggedError<InvalidResponseError>()("InvalidResponseError", {
  ...common,
  ...sent,
  ...issueList,
  /** What is wrong with it. */
  reason: Schema.optionalKey(
    Schema.Literals([
      "json",
      "schema",
      "empty",
      "content",
      "utf8",
      "encoding",
      "depth",
      "tooLarge",
      "status",
      "redirect"
    ])
  )
}) {
  readonly isRetryable = false
}

/** A stream ended before its end mark. Keep what came, or ask again. */
export class StreamTruncatedError extends Schema.TaggedError<StreamTruncatedError>()("StreamTruncatedError", {
  ...common,
  /** What ended it. */
  reason: Schema.optionalKey(Schema.Literals(["closed", "reset", "noEndMark"])),
  /** Was an event cut in the middle? */
  pending: Schema.optionalKey(Schema.Boolean)
}) {
  readonly isRetryable = false
}

/** The closed union of all failures, as a schema. */
export const ApiError = Schema.Union([
  InvalidRequestError,
  AuthenticationError,
  PermissionDeniedError,
  NotFoundError,
  ConflictError,
  PayloadTooLargeError,
  RateLimitError,
  InternalServerError,
  ConnectionError,
  UnavailableError,
  DeadlineExceededError,
  InvalidResponseError,
  StreamTruncatedError
])

/** The closed union of all failures. Switch on `_tag`. */
export type ApiError = typeof ApiError.Type

const tags: ReadonlySet<string> = new Set(ApiError.members.map((member) => member.identifier))

/** Is this one of our failures? Holds across two copies of the package. */
export const isApiError = (value: unknown): value is ApiError =>
  value instanceof Error && "_tag" in value && typeof value._tag === "string" && tags.has(value._tag)

const plain = /^[A-Za-z_$][\w$]*$/

/** A path on one line: `tools[0].name`. */
export const pathText = (path: Issue["path"]): string =>
  path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`
      const name = part.length > 64 ? `${part.slice(0, 64)}…` : part
      return plain.test(name) ? (index === 0 ? name : `.${name}`) : `[${JSON.stringify(name)}]`
    })
    .join("")

/** A sentence as it goes on after a colon: `Expected` becomes `expected`, `JSON` stays. */
export const lower = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** One issue on one line: `questions.team.criteria: expected 1 to 255 options`. */
export const issueText = ({ message, path }: Issue): string =>
  path.length === 0 ? lower(message) : `${pathText(path)}: ${lower(message)}`

const shown = 3

const summary = (issues: ReadonlyArray<Issue>): string => {
  const lines = issues.slice(0, shown).map(issueText).join("; ")
  return issues.length > shown ? `${lines}; and ${issues.length - shown} more` : lines
}

/** A request that breaks the contract, told before it is sent or served. */
export const invalidRequest = (error: Schema.SchemaError, slot?: Issue["in"]): InvalidRequestError => {
  const issues = issuesOf(error).map((issue) => (slot === undefined ? issue : { ...issue, in: slot }))
  return new InvalidRequestError({ message: summary(issues), issues, phase: "request" })
}

/** An answer that breaks the contract. */
export const invalidResponse = (error: Schema.SchemaError): InvalidResponseError => {
  const issues = issuesOf(error)
  return new InvalidResponseError({
    message: `The answer does not fit the contract: ${summary(issues)}`,
    issues,
    reason: "schema"
  })
}
