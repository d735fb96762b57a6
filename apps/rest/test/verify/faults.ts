// Faults of decision servers, at least one for each check of `leadline verify`, and a right server with one of them.
import { type CheckId, checks, type Dialect } from "../../src/verify/Check.ts"
import type { Send } from "../../src/verify/verify.ts"

/** JSON that a fault changes, of any shape. */
// oxlint-disable-next-line typescript/no-explicit-any -- a fault changes what has no type
type Json = Record<string, any>

/** A request of `leadline verify`, and the right answer to it. */
interface Exchange {
  readonly address: string
  readonly method: string
  readonly headers: Headers
  /** The request; undefined: it is not JSON. */
  readonly sent: Json | undefined
  status: number
  type: string
  readonly answerHeaders: Headers
  /** The answer; undefined: it is empty. */
  body: Json | undefined
}

type Fault = (exchange: Exchange) => unknown

const bodyIn = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** A right server with a fault. */
export const withFault =
  (right: Send, fault: Fault): Send =>
  async (address, init) => {
    const response = await right(address, init)
    const exchange: Exchange = {
      address,
      method: init.method ?? "GET",
      headers: new Headers(init.headers),
      sent: typeof init.body === "string" ? bodyIn(init.body) : undefined,
      status: response.status,
      type: response.headers.get("content-type") ?? "",
      answerHeaders: new Headers(response.headers),
      body: bodyIn(await response.text())
    }
    fault(exchange)
    const { answerHeaders, body, status, type } = exchange
    answerHeaders.delete("content-length")
    answerHeaders.set("content-type", type)
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers: answerHeaders })
  }

/** Another status of the requests that are meant. */
const answersBy =
  (status: number, is: (exchange: Exchange) => boolean): Fault =>
  (exchange) =>
    is(exchange) && Object.assign(exchange, { status })

const answers = { a: { type: "noul", noul: 0.5 } }
const plausible = { model: "decider-27b", answers, usage: { input_tokens: 1, output_tokens: 0 } }

/** An answer to what a right server refuses, if the request is such a one. */
const accepts =
  (is: (exchange: Exchange) => boolean): Fault =>
  (exchange) =>
    exchange.status >= 400 && is(exchange) && Object.assign(exchange, { status: 200, body: plausible })

/** A change of the body of each 200. */
const inBody =
  (change: (body: Json, exchange: Exchange) => unknown): Fault =>
  (exchange) =>
    exchange.status === 200 && change(exchange.body ?? {}, exchange)

/** A change of each answer of a type. */
const inAnswers = (
  type: "noul" | "choice" | "score",
  change: (answer: Json, exchange: Exchange, name: string) => unknown
): Fault =>
  inBody((body, exchange) => {
    for (const [name, answer] of Object.entries<Json>(body["answers"] ?? {}))
      if (answer["type"] === type) change(answer, exchange, name)
  })

const questionsOf = ({ sent }: Exchange): ReadonlyArray<Json> => Object.values(sent?.["questions"] ?? {})

const hasCriteria = (exchange: Exchange, type: string, count: number): boolean =>
  questionsOf(exchange).some(
    (question) => question["type"] === type && Object.keys(question["criteria"] ?? {}).length === count
  )

const contains =
  (text: string) =>
  ({ sent }: Exchange) =>
    JSON.stringify(sent ?? {}).includes(text)

/** Another probability, half way round. */
const turn = (answer: Json) => (answer["noul"] = (answer["noul"] + 0.5) % 1)

let calls = 0

const ofChecks: { readonly [C in CheckId]: Fault } = {
  "form.status": answersBy(500, ({ status }) => status === 200),
  "form.json": (exchange) => (exchange.type = "text/plain"),
  "form.model": inBody((body) => (body["model"] = "gpt")),
  "form.names": inBody((body) => delete body["answers"]["mood"]),
  "form.type": inAnswers("noul", (answer) => (answer["type"] = "boolean")),
  "form.probability": inAnswers("noul", (answer) => (answer["noul"] = 1.2)),
  "form.options": inAnswers("choice", ({ probabilities }) => {
    delete probabilities[Object.keys(probabilities).at(-1) ?? ""]
  }),
  "form.confidence": inAnswers("choice", (answer) => delete answer["confidence"]),
  "form.legend": inAnswers("score", (answer) => (answer["legend"] = { ...answer["legend"], 0: "other" })),
  "form.values": inBody(({ answers: listed = [] }) => {
    for (const answer of listed)
      if (typeof answer["choice"] === "boolean") answer["choice"] = String(answer["choice"])
  }),
  "form.usage": inBody((body) => delete body["usage"]),
  "numbers.sum": inAnswers("choice", ({ probabilities }) => {
    for (const name of Object.keys(probabilities)) probabilities[name] *= 0.9
  }),
  "numbers.argmax": inAnswers("choice", (answer) => {
    const names = Object.entries<number>(answer["probabilities"]).toSorted(([, a], [, b]) => a - b)
    answer["choice"] = names[0]?.[0]
  }),
  "numbers.mean": inAnswers("score", (answer) => (answer["score"] = Math.round(answer["score"]))),
  "numbers.choice-confidence": inAnswers("choice", (answer) => (answer["confidence"] /= 2)),
  "numbers.score-confidence": inAnswers("score", (answer) => (answer["confidence"] /= 2)),
  "options.single": inAnswers("choice", ({ probabilities }) => {
    const names = Object.keys(probabilities)
    if (names.length === 1) probabilities[names[0] ?? ""] = 0.99
  }),
  "options.names": inBody((body) => delete body["answers"]["__proto__"]),
  // The first option wins.
  "options.order": inAnswers("choice", (answer, exchange, name) => {
    const options = Object.keys(exchange.sent?.["questions"][name]["criteria"])
    const probabilities = Object.fromEntries(options.map((option, at) => [option, at === 0 ? 1 : 0]))
    Object.assign(answer, { choice: options[0], confidence: 1, probabilities })
  }),
  "questions.order": inAnswers("noul", (answer, exchange, name) => {
    if (Object.keys(exchange.sent?.["questions"])[0] === name) turn(answer)
  }),
  "questions.company": inAnswers("noul", (answer, exchange) => {
    if (questionsOf(exchange).length > 1) turn(answer)
  }),
  "questions.repeat": inAnswers("noul", (answer) => (answer["noul"] = (++calls * 0.37) % 1)),
  "limits.accepted": answersBy(400, (exchange) => questionsOf(exchange).length === 128),
  "limits.questions": accepts((exchange) => questionsOf(exchange).length === 129),
  "limits.options": accepts((exchange) => hasCriteria(exchange, "choice", 256)),
  "limits.levels": accepts((exchange) => hasCriteria(exchange, "score", 11)),
  "limits.none": accepts((exchange) => questionsOf(exchange).length === 0),
  "errors.key": accepts(({ headers }) => !headers.has("authorization") && !headers.has("x-api-key")),
  "errors.wrong-key": accepts(
    ({ headers }) => headers.get("authorization")?.endsWith("no-such-key") === true
  ),
  "errors.x-api-key": accepts(({ headers }) => headers.has("x-api-key")),
  "errors.form": (exchange) =>
    exchange.status === 400 && Object.assign(exchange, { type: "text/html", body: undefined }),
  "errors.json": answersBy(500, ({ method, sent }) => sent === undefined && method === "POST"),
  "errors.field": accepts(contains("leadline_verify")),
  "errors.model": accepts(contains("no-such-model")),
  "errors.question": accepts(({ sent }) => Object.keys(sent?.["questions"]?.["a"] ?? {}).join() === "type"),
  "errors.type": accepts(contains('"guess"')),
  "errors.method": answersBy(200, ({ method }) => method === "GET"),
  "errors.path": accepts(({ address }) => address.endsWith("/")),
  "headers.request-id": ({ answerHeaders }) => answerHeaders.delete("x-request-id"),
  "headers.rate-limit": ({ answerHeaders }) => answerHeaders.delete("x-ratelimit-reset"),
  "images.data-url": answersBy(500, contains("data:image/png;base64,iVBOR")),
  "images.broken": accepts(contains("base64,AAAA")),
  "images.address": accepts(contains("leadline.invalid")),
  "state.forms": answersBy(400, ({ sent }) => sent?.["state"]?.["text"] !== undefined),
  // Whatever wins for a text cannot win for an object.
  "coherence.form": inAnswers("choice", ({ choice, probabilities }, { sent }) => {
    if (sent?.["state"]["text"] !== undefined) probabilities[choice] = 0
  }),
  "coherence.negation": inAnswers("noul", (answer, _exchange, name) => {
    if (name.endsWith("refund")) answer["noul"] = 0.9
  }),
  "coherence.criteria": inAnswers("noul", (answer, exchange, name) => {
    if (exchange.sent?.["questions"][name]["criteria"] !== undefined) answer["noul"] = 0.8
  }),
  // The last level is always the likeliest.
  "coherence.levels": inAnswers("score", (answer) => (answer["probabilities"] = { 0: 0, 1: 0, 2: 1 }))
}

/** All faults, each with the check that finds it. */
export const faults: ReadonlyArray<readonly [CheckId, Dialect, Fault]> = [
  ...checks.map(
    ({ id, levels }) =>
      [id, levels.leadline === undefined ? "openai-decisions" : "leadline", ofChecks[id]] as const
  ),
  ["form.names", "leadline", inBody((body) => (body["answers"]["more"] = { type: "noul", noul: 0.5 }))],
  ["form.names", "openai-decisions", inBody((body) => (body["answers"] = body["answers"].toReversed()))],
  ["form.probability", "leadline", inAnswers("noul", (answer) => (answer["noul"] = "0.5"))],
  ["form.usage", "openai-decisions", inBody((body) => (body["usage"]["total_tokens"] += 7))],
  ["errors.type", "system-one", answersBy(500, ({ status }) => status === 422)]
]
