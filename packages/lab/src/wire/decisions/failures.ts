// What each failure of a decisions engine is on the wire: its status, type and headers, never its own text.
import { error, gateway, identified, internal, unencoded, type WireCase } from "../WireCase.ts"
import { asking, noul } from "./requests.ts"

const failed = (tag: string, status: number, message: string, type: string, headers = {}): WireCase => ({
  name: `an engine's ${tag} is ${status}, without its own text`,
  body: asking({ a: noul }, { fail: tag }),
  status,
  answer: error(message, type),
  answerHeaders: { ...identified, ...headers }
})

/** Failures of the engine. */
export const decisionsFailures: ReadonlyArray<WireCase> = [
  failed("InternalServerError", 500, ...internal),
  failed("ConnectionError", 502, ...gateway),
  failed("InvalidResponseError", 502, ...gateway),
  failed("UnavailableError", 503, "The service is temporarily unavailable.", "service_unavailable", {
    "retry-after": "7"
  }),
  failed("DeadlineExceededError", 504, "The model did not answer in time.", "gateway_timeout"),
  failed("RateLimitError", 429, "Over the token limit.", "too_many_requests", { "retry-after": "3" }),
  ...[
    "AuthenticationError",
    "PermissionDeniedError",
    "NotFoundError",
    "ConflictError",
    "StreamTruncatedError"
  ].map((tag) => failed(tag, 500, ...internal)),
  {
    name: "a defect of the engine is 500, without its own text",
    body: asking({ a: noul }, { die: true }),
    status: 500,
    answer: error(...internal),
    answerHeaders: identified,
    skip: { httpApi: unencoded }
  }
]
