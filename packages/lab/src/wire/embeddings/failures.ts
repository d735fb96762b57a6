// Failures before validation and failures of the engine, as the embeddings endpoints answer them.
import { bare, gateway, identified, internal, unencoded, uuid, type WireCase } from "../WireCase.ts"
import { contextualizedBody, embeddingsBody, contextualizedPath, object, embeddingsPath } from "./requests.ts"

/** Requests that fail before the body is validated. */
export const embeddingsTransportErrors: ReadonlyArray<WireCase> = [
  {
    name: "contextualized embeddings: bad UTF-8 is a 400 with an error object",
    path: contextualizedPath,
    body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    status: 400,
    answer: object("The body is not valid UTF-8", "invalid_request_error", 400),
    answerHeaders: identified
  },
  {
    name: "embeddings: a content coding is a 400 with an error object",
    path: embeddingsPath,
    headers: [["content-encoding", "gzip"]],
    body: embeddingsBody(),
    status: 400,
    answer: object("Content-Encoding is not supported: send the body as it is", "invalid_request_error", 400),
    answerHeaders: identified
  },
  {
    name: "contextualized embeddings: 33,554,433 bytes are 413",
    path: contextualizedPath,
    body: { chunked: 33_554_433 },
    status: 413,
    answer: object("The body is over 33554432 bytes.", "invalid_request_error", 413),
    answerHeaders: identified
  },
  {
    name: "contextualized embeddings: a key in x-api-key only is 401",
    path: contextualizedPath,
    anonymous: true,
    headers: [["x-api-key", "ll-test-key-0123456789abcdef"]],
    body: contextualizedBody(),
    status: 401,
    answer: {
      error: {
        message: "Missing or invalid API key. Send the header Authorization: Bearer <key>.",
        type: "invalid_api_key",
        code: 401
      }
    }
  },
  ...[contextualizedPath, embeddingsPath].map((path): WireCase => ({
    name: `embeddings: GET ${path} is 405`,
    anonymous: true,
    method: "GET",
    path,
    status: 405,
    answer: "",
    answerHeaders: { ...bare, allow: "POST", "x-request-id": uuid }
  })),
  ...[`${contextualizedPath}/`, `${embeddingsPath}/`, "/embeddings"].map((path): WireCase => ({
    name: `embeddings: ${path} is 404`,
    path,
    body: contextualizedBody(),
    status: 404,
    answer: "",
    answerHeaders: { ...bare, "x-request-id": null }
  }))
]

const failed = (tag: string, status: number, message: string, type: string, headers = {}): WireCase => ({
  name: `contextualized embeddings: an engine's ${tag} is ${status}, without its own text`,
  path: contextualizedPath,
  body: contextualizedBody({ input: [[`fail:${tag}`]] }),
  status,
  answer: object(message, type, status),
  answerHeaders: { ...identified, ...headers }
})

/** Failures of the engine. */
export const embeddingsFailures: ReadonlyArray<WireCase> = [
  failed("InternalServerError", 500, ...internal),
  failed("ConnectionError", 502, ...gateway),
  failed("InvalidResponseError", 502, ...gateway),
  failed("UnavailableError", 503, "The service is temporarily unavailable.", "service_unavailable", {
    "retry-after": "7"
  }),
  failed("DeadlineExceededError", 504, "The model did not answer in time.", "gateway_timeout"),
  failed("RateLimitError", 429, "Over the token limit.", "too_many_requests", { "retry-after": "3" }),
  failed("AuthenticationError", 500, ...internal),
  failed("PermissionDeniedError", 500, ...internal),
  failed("NotFoundError", 500, ...internal),
  failed("ConflictError", 500, ...internal),
  failed("StreamTruncatedError", 500, ...internal),
  {
    name: "embeddings: a defect of the engine is 500, without its own text",
    path: embeddingsPath,
    body: embeddingsBody({ input: "die" }),
    status: 500,
    answer: (answer: object) => JSON.stringify(answer).includes("The service failed."),
    answerHeaders: identified,
    skip: { httpApi: unencoded }
  }
]
