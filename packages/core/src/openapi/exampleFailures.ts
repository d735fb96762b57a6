// A failure for each status, for the examples of the OpenAPI document.
import * as ApiError from "../errors/ApiError.ts"

const issue = { path: ["model"], message: "Expected one of decider-27b", code: "literal_error" }

/** Failures, of which an endpoint encodes one for each of its statuses. */
export const exampleFailures = (): ReadonlyArray<ApiError.ApiError> => [
  new ApiError.InvalidRequestError({ message: "model: expected one of decider-27b", issues: [issue] }),
  new ApiError.InvalidRequestError({
    message: "The body is not JSON",
    issues: [{ path: [12], message: "JSON decode error", code: "json_invalid" }],
    phase: "body"
  }),
  new ApiError.AuthenticationError({ message: "Invalid API key" }),
  new ApiError.PermissionDeniedError({ message: "This key may not do this" }),
  new ApiError.NotFoundError({ message: "Nothing is there" }),
  new ApiError.ConflictError({ message: "The skill has another revision now" }),
  new ApiError.PayloadTooLargeError({ message: "The body is too large" }),
  new ApiError.RateLimitError({ message: "Too many requests", retryAfter: 1_000 }),
  new ApiError.InternalServerError({ message: "The server failed" }),
  new ApiError.ConnectionError({ message: "The model service was unreachable", reason: "refused" }),
  new ApiError.UnavailableError({ message: "The server is busy", retryAfter: 1_000 }),
  new ApiError.DeadlineExceededError({ message: "The model did not answer in time", phase: "service" })
]
