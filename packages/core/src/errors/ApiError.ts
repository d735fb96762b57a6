// The failures of all operations: one class for each thing a caller can do about a failure.
// Source: §2.4, §7.
import * as Data from "effect/Data"
import type * as Schema from "effect/Schema"
import type * as fields from "./fields.ts"
import { issuesOf } from "./issues.ts"
import { issueText } from "./issueText.ts"
import { issuesInMessage } from "./limits.ts"

export { issueText } from "./issueText.ts"

/** One problem of a request or response: where, and what was expected. It never holds a value. */
export type Issue = typeof fields.Issue.Type

/** Where a call failed. `request`: nothing was sent. `queue`: it waited for other calls, under `concurrency`. `service`: the server said so. */
export type Phase = typeof fields.Phase.Type

/** The fields of every failure. */
export type Common = typeof fields.Common.Type

/** The request is invalid: 400, 422, another 4xx, or refused before sending. Fix the request. */
export class InvalidRequestError extends Data.TaggedError("InvalidRequestError")<
  typeof fields.InvalidRequest.Type
> {
  readonly isRetryable = false
}

/** The key is missing, wrong or revoked: 401. Replace the key. */
export class AuthenticationError extends Data.TaggedError("AuthenticationError")<Common> {
  readonly isRetryable = false
}

/** The key lacks the permission: 403. Use another key, or ask for the permission. */
export class PermissionDeniedError extends Data.TaggedError("PermissionDeniedError")<Common> {
  readonly isRetryable = false
}

/** Not found: 404, 405. Check the id or the base URL. */
export class NotFoundError extends Data.TaggedError("NotFoundError")<Common> {
  readonly isRetryable = false
}

/** The stored state has changed: 409. Read it again, then write. */
export class ConflictError extends Data.TaggedError("ConflictError")<Common> {
  readonly isRetryable = false
}

/** The body is over 32 MiB: 413, or refused before sending. Send less. */
export class PayloadTooLargeError extends Data.TaggedError("PayloadTooLargeError")<Common> {
  readonly isRetryable = false
}

/** Too many requests or tokens: 429. Wait for `retryAfter` milliseconds. */
export class RateLimitError extends Data.TaggedError("RateLimitError")<typeof fields.RateLimit.Type> {
  readonly isRetryable = true
}

/** The service failed: 500, another 5xx. Retry later; report the request id. */
export class InternalServerError extends Data.TaggedError("InternalServerError")<Common> {
  readonly isRetryable: boolean = this.status === undefined || this.status === 500
}

/** The connection failed, or the service could not reach its model: 502. Check the network and the base URL. */
export class ConnectionError extends Data.TaggedError("ConnectionError")<typeof fields.Connection.Type> {
  readonly isRetryable: boolean = this.reason !== "certificate" && this.reason !== "proxy"
}

/** The service is overloaded or shutting down: 503. Retry later. */
export class UnavailableError extends Data.TaggedError("UnavailableError")<typeof fields.Unavailable.Type> {
  readonly isRetryable = true
}

/** No response in time: a timeout of the client, or 504. Allow more time or send less. */
export class DeadlineExceededError extends Data.TaggedError("DeadlineExceededError")<
  typeof fields.DeadlineExceeded.Type
> {
  readonly isRetryable: boolean = this.phase === "service" || this.sent === false
}

/** A response outside the contract. Check the base URL; report it with the request id. */
export class InvalidResponseError extends Data.TaggedError("InvalidResponseError")<
  typeof fields.InvalidResponse.Type
> {
  readonly isRetryable = false
}

/** A stream ended before its last event. Use the events before it, or send the request again. */
export class StreamTruncatedError extends Data.TaggedError("StreamTruncatedError")<
  typeof fields.StreamTruncated.Type
> {
  readonly isRetryable = false
}

const classes = [
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
]

/** Any failure: a closed union. Switch on `_tag`. */
export type ApiError = InstanceType<(typeof classes)[number]>

const tagsOf = () => new Set(classes.map(({ prototype }) => prototype.name))

/** The `_tag` of every class. */
export const tags: ReadonlySet<string> = /* @__PURE__ */ tagsOf()

/** Is this an {@link ApiError}? Also true for one of another copy of the package. */
export const isApiError = (value: unknown): value is ApiError =>
  value instanceof Error && tags.has(Reflect.get(value, "_tag"))

const summary = (issues: ReadonlyArray<Issue>): string => {
  const lines = issues.slice(0, issuesInMessage).map(issueText).join("; ")
  return issues.length > issuesInMessage ? `${lines}; and ${issues.length - issuesInMessage} more` : lines
}

/** The failure of a request that breaks the contract, before it is sent or served. */
export const invalidRequest = (
  error: Pick<Schema.SchemaError, "issue">,
  location?: Issue["in"]
): InvalidRequestError => {
  const issues = issuesOf(error).map((issue) => (location === undefined ? issue : { ...issue, in: location }))
  return new InvalidRequestError({ message: summary(issues), issues, phase: "request" })
}

/** The failure of a response that breaks the contract. */
export const invalidResponse = (error: Pick<Schema.SchemaError, "issue">): InvalidResponseError => {
  const issues = issuesOf(error)
  return new InvalidResponseError({
    message: `The response breaks the contract: ${summary(issues)}`,
    issues,
    reason: "schema"
  })
}
