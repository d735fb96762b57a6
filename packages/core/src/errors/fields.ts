// The fields of each class of failure, as schemas. `ApiError.ts` derives its types from them.
// Source: §2.4, §7.
import * as Schema from "effect/Schema"

/** One problem of a request or response: where, and what was expected. It never holds a value. */
export const Issue = Schema.Struct({
  /** From the body, or the part named by `in`, to the wrong value. Empty: the body as a whole. */
  path: Schema.Array(Schema.Union([Schema.String, Schema.Finite])),
  /** What was expected. */
  message: Schema.String,
  /** The kind of problem, for example `missing` or `too_long`. */
  code: Schema.optionalKey(Schema.String),
  /** The part of the request, when it is not the body. */
  in: Schema.optionalKey(Schema.Literals(["query", "path"]))
})

/** Where a call failed. `request`: nothing was sent. `service`: the server said so. */
export const Phase = Schema.Literals([
  "request",
  "queue",
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

const common = {
  /** One line for people, perhaps the message of the server. It holds no key and no long text of the request. */
  message: Schema.String,
  /** The operation that failed, for example `Decisions.create`. Missing where no client was used. */
  operation: Schema.optionalKey(Schema.String),
  /** Where the call failed. */
  phase: Schema.optionalKey(Phase),
  /** The HTTP status, if there was a response. */
  status: Schema.optionalKey(Schema.Finite),
  /** The server's `x-request-id`, for reports. */
  requestId: Schema.optionalKey(Schema.String),
  /** HTTP requests made for this call. */
  attempts: Schema.optionalKey(Schema.Finite),
  /** Milliseconds waited before each attempt but the first; missing after one attempt. */
  waits: Schema.optionalKey(Schema.Array(Schema.Finite)),
  /** Milliseconds from the call to the failure, waits included. */
  elapsed: Schema.optionalKey(Schema.Finite),
  /** Events received before the failure of a stream. */
  eventsSeen: Schema.optionalKey(Schema.Finite)
}

const waiting = {
  /** Milliseconds the server asks to wait. */
  retryAfter: Schema.optionalKey(Schema.Finite)
}

const sent = {
  /** May the request have reached the server? */
  sent: Schema.optionalKey(Schema.Boolean)
}

const issues = {
  /** Every problem found, with its path. */
  issues: Schema.optionalKey(Schema.Array(Issue))
}

/** The fields of every class. */
export const Common = Schema.Struct(common)

/** Of `InvalidRequestError`. */
export const InvalidRequest = Schema.Struct({
  ...common,
  ...issues,
  /** The `type` of the server's error object, for information: branch on the class. */
  type: Schema.optionalKey(Schema.String),
  /** The field the server names, or null. */
  param: Schema.optionalKey(Schema.NullOr(Schema.String))
})

/** Of `RateLimitError`. */
export const RateLimit = Schema.Struct({
  ...common,
  ...waiting,
  /** Requests allowed in the window. */
  limit: Schema.optionalKey(Schema.Finite),
  /** Requests left in the window. */
  remaining: Schema.optionalKey(Schema.Finite),
  /** When the window ends, in milliseconds since 1970. */
  resetAt: Schema.optionalKey(Schema.Finite)
})

/** Of `ConnectionError`. */
export const Connection = Schema.Struct({
  ...common,
  ...sent,
  /** What failed. */
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
})

/** Of `UnavailableError`. */
export const Unavailable = Schema.Struct({ ...common, ...waiting })

/** Of `DeadlineExceededError`. */
export const DeadlineExceeded = Schema.Struct({ ...common, ...sent })

/** Of `InvalidResponseError`. */
export const InvalidResponse = Schema.Struct({
  ...common,
  ...sent,
  ...issues,
  /** What is wrong with the response. */
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
})

/** Of `StreamTruncatedError`. */
export const StreamTruncated = Schema.Struct({
  ...common,
  /** What ended the stream. */
  reason: Schema.optionalKey(Schema.Literals(["closed", "reset", "noEndMark"])),
  /** Did the stream end inside an event? */
  pending: Schema.optionalKey(Schema.Boolean)
})
