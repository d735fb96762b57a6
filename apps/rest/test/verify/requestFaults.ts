// Faults in what a server accepts and refuses, and in its headers.
import { accepts, type Exchange, fault, questionsOf, type SeededFault } from "./SeededFault.ts"

const criteriaCount =
  (type: string, count: number) =>
  (exchange: Exchange): boolean =>
    questionsOf(exchange).some(
      (question) => question["type"] === type && Object.keys(question["criteria"] ?? {}).length === count
    )

/** Faults of statuses and headers. */
export const requestFaults: ReadonlyArray<SeededFault> = [
  fault("128 questions are too many", "limits.accepted", (exchange) => {
    if (questionsOf(exchange).length === 128) exchange.status = 400
  }),
  fault(
    "129 questions are answered",
    "limits.questions",
    accepts((exchange) => questionsOf(exchange).length === 129)
  ),
  fault("256 options are answered", "limits.options", accepts(criteriaCount("choice", 256))),
  fault("11 levels are answered", "limits.levels", accepts(criteriaCount("score", 11))),
  fault(
    "no question is answered",
    "limits.none",
    accepts((exchange) => exchange.sent !== undefined && questionsOf(exchange).length === 0)
  ),
  fault(
    "a request without a key is answered",
    "errors.key",
    accepts(({ headers }) => !headers.has("authorization") && !headers.has("x-api-key"))
  ),
  fault(
    "any key is accepted",
    "errors.wrong-key",
    accepts(({ headers }) => headers.get("authorization")?.endsWith("no-such-key") === true)
  ),
  fault(
    "a key in x-api-key is accepted",
    "errors.x-api-key",
    accepts(({ headers }) => headers.has("x-api-key"))
  ),
  fault("refusals are HTML", "errors.form", (exchange) => {
    if (exchange.status === 400) Object.assign(exchange, { type: "text/html", body: undefined })
  }),
  fault("a body that is not JSON is a failure of the server", "errors.json", (exchange) => {
    if (exchange.sent === undefined && exchange.method === "POST") exchange.status = 500
  }),
  fault(
    "unknown fields are ignored",
    "errors.field",
    accepts(({ sent }) => sent?.["leadline_verify"] !== undefined)
  ),
  fault(
    "unknown models are answered",
    "errors.model",
    accepts(({ sent }) => sent?.["model"] === "no-such-model")
  ),
  fault(
    "a question that asks nothing is answered",
    "errors.question",
    accepts(({ sent }) => Object.keys(sent?.["questions"]?.["a"] ?? {}).join() === "type")
  ),
  fault(
    "an unknown type is answered",
    "errors.type",
    accepts(({ sent }) => sent?.["questions"]?.["a"]?.["type"] === "guess")
  ),
  fault("GET is answered", "errors.method", (exchange) => {
    if (exchange.method === "GET") exchange.status = 200
  }),
  fault(
    "a trailing slash is the same path",
    "errors.path",
    accepts(({ address }) => address.endsWith("/"))
  ),
  fault("no request id", "headers.request-id", ({ answerHeaders }) => answerHeaders.delete("x-request-id")),
  fault("no rate limit headers", "headers.rate-limit", ({ answerHeaders }) =>
    answerHeaders.delete("x-ratelimit-reset")
  ),
  fault("images fail the server", "images.data-url", (exchange) => {
    if (JSON.stringify(exchange.sent ?? {}).includes("data:image/png;base64,iVBOR")) exchange.status = 500
  }),
  fault(
    "bytes that are no image are accepted",
    "images.broken",
    accepts(({ sent }) => JSON.stringify(sent ?? {}).includes("base64,AAAA"))
  ),
  fault(
    "an image by address is accepted",
    "images.address",
    accepts(({ sent }) => JSON.stringify(sent ?? {}).includes("leadline.invalid"))
  ),
  fault("objects are no content", "state.forms", (exchange) => {
    if (exchange.sent?.["state"]?.["text"] !== undefined) exchange.status = 400
  })
]
