// Faults in what a server accepts and refuses, in its headers, and in answers of the other dialects.
import {
  accepts,
  type Exchange,
  fault,
  type Json,
  openaiFault,
  questionsOf,
  type SeededFault,
  systemOneFault
} from "./SeededFault.ts"

const hasCriteria = (exchange: Exchange, type: string, count: number): boolean =>
  questionsOf(exchange).some(
    (question) => question["type"] === type && Object.keys(question["criteria"] ?? {}).length === count
  )

const contains = ({ sent }: Exchange, text: string) => JSON.stringify(sent ?? {}).includes(text)

/** The answers of a list. */
const listed = ({ body, status }: Exchange): ReadonlyArray<Json> =>
  status === 200 ? (body?.["answers"] ?? []) : []

/** Faults of statuses and headers. */
export const requestFaults: ReadonlyArray<SeededFault> = [
  fault("128 questions are too many", "limits.accepted", (exchange) => {
    if (questionsOf(exchange).length === 128) exchange.status = 400
  }),
  accepts(
    "129 questions are answered",
    "limits.questions",
    (exchange) => questionsOf(exchange).length === 129
  ),
  accepts("256 options are answered", "limits.options", (exchange) => hasCriteria(exchange, "choice", 256)),
  accepts("11 levels are answered", "limits.levels", (exchange) => hasCriteria(exchange, "score", 11)),
  accepts("no question is answered", "limits.none", (exchange) => questionsOf(exchange).length === 0),
  accepts("a request without a key is answered", "errors.key", ({ headers }) => {
    return !headers.has("authorization") && !headers.has("x-api-key")
  }),
  accepts("any key is accepted", "errors.wrong-key", ({ headers }) => {
    return headers.get("authorization")?.endsWith("no-such-key") === true
  }),
  accepts("a key in x-api-key is accepted", "errors.x-api-key", ({ headers }) => headers.has("x-api-key")),
  fault("refusals are HTML", "errors.form", (exchange) => {
    if (exchange.status === 400) Object.assign(exchange, { type: "text/html", body: undefined })
  }),
  fault("a body that is not JSON is a failure of the server", "errors.json", (exchange) => {
    if (exchange.sent === undefined && exchange.method === "POST") exchange.status = 500
  }),
  accepts("unknown fields are ignored", "errors.field", (exchange) => contains(exchange, "leadline_verify")),
  accepts("unknown models are answered", "errors.model", (exchange) => contains(exchange, "no-such-model")),
  accepts("a question that asks nothing is answered", "errors.question", ({ sent }) => {
    return Object.keys(sent?.["questions"]?.["a"] ?? {}).join() === "type"
  }),
  accepts("an unknown type is answered", "errors.type", (exchange) => contains(exchange, '"guess"')),
  fault("GET is answered", "errors.method", (exchange) => {
    if (exchange.method === "GET") exchange.status = 200
  }),
  accepts("a trailing slash is the same path", "errors.path", ({ address }) => address.endsWith("/")),
  fault("no request id", "headers.request-id", ({ answerHeaders }) => answerHeaders.delete("x-request-id")),
  fault("no rate limit headers", "headers.rate-limit", ({ answerHeaders }) => {
    answerHeaders.delete("x-ratelimit-reset")
  }),
  fault("images fail the server", "images.data-url", (exchange) => {
    if (contains(exchange, "data:image/png;base64,iVBOR")) exchange.status = 500
  }),
  accepts("bytes that are no image are accepted", "images.broken", (exchange) =>
    contains(exchange, "base64,AAAA")
  ),
  accepts("an image by address is accepted", "images.address", (exchange) =>
    contains(exchange, "leadline.invalid")
  ),
  fault("objects are no content", "state.forms", (exchange) => {
    if (exchange.sent?.["state"]?.["text"] !== undefined) exchange.status = 400
  }),
  systemOneFault("system-one: validation fails with 500", "errors.type", (exchange) => {
    if (exchange.status === 422) exchange.status = 500
  }),
  openaiFault("openai: answers in another order", "form.names", (exchange) => {
    if (exchange.status === 200) exchange.body?.["answers"].reverse()
  }),
  openaiFault("openai: a boolean comes back as text", "form.values", (exchange) => {
    for (const answer of listed(exchange))
      if (typeof answer["choice"] === "boolean") answer["choice"] = String(answer["choice"])
  }),
  openaiFault("openai: a wrong total of tokens", "form.usage", ({ body, status }) => {
    if (status === 200 && body !== undefined) body["usage"]["total_tokens"] += 7
  })
]
