// The fields of every failure, class by class, as schemas: `ApiError.ts` takes its types from here.
// Source: §2.4, §7.
import * as Schema from "effect/Schema"

/** One thing wrong with a request or an answer: where, and what was expected. Never a value. */
export const Issue = Schema.Struct({
  /** From the body, or the part named by `in`, to the wrong value. Empty: the whole. */
  path: Schema.Array(Schema.Union([Schema.String, Schema.Finite])),
  /** What was expected. */
  message: Schema.String,
  /** One word for the kind of failure, as `missing` or `too_long`. */
  code: Schema.optionalKey(Schema.String),
  /** The part of the request, when it is not the body. */
  in: Schema.optionalKey(Schema.Literals(["query", "path"]))
})

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

const waiting = {
  /** Milliseconds the server asks to wait. */
  retryAfter: Schema.optionalKey(Schema.Finite)
}

const sent = {
  /** May the request have reached the server? */
  sent: Schema.optionalKey(Schema.Boolean)
}

const issues = {
  /** Every failure found, with its path. */
  issues: Schema.optionalKey(Schema.Array(Issue))
}

/** Of a failure that tells no more than all. */
export const Common = Schema.Struct(common)

/** Of `InvalidRequestError`. */
export const InvalidRequest = Schema.Struct({
  ...common,
  ...issues,
  /** The `type` of the server's error object. Informative: branch on the class. */
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
  /** Unix second at which the window ends. */
  resetAt: Schema.optionalKey(Schema.Finite)
})

/** Of `ConnectionError`. */
export const Connection = Schema.Struct({
  ...common,
  ...sent,
  /** What broke the connection. */
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
  /** What is wrong with the answer. */
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
  /** Was an event cut in the middle? */
  pending: Schema.optionalKey(Schema.Boolean)
})
