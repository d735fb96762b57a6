// @typesafe-ai/sdk 0.6.0, unmodified, against the dialect.
import {
  APIError,
  AuthenticationError,
  choice,
  noul,
  RateLimitError,
  score,
  TypeSafeClient,
  UnprocessableEntityError
} from "@typesafe-ai/sdk"
import { assert, it } from "vitest"
import { failure, key, running, scripted } from "./server.ts"

/** A request id. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const server = running()
const failing = scripted()
const client = (apiKey = key, { baseUrl } = server) =>
  new TypeSafeClient({ apiKey, baseURL: baseUrl, retry: { maxRetries: 0 }, logLevel: "off" })

it("the three kinds are answered; the model it sends unasked is resolved, and it finds the request id", async () => {
  const { data, requestId, response } = await client()
    .systemOne({
      state: { text: "I was charged twice." },
      questions: {
        sure: noul("Is it about money?"),
        team: choice("Who takes it?", { billing: "Invoices", support: null }),
        mood: score("How cross?", ["calm", null, { text: "furious" }])
      }
    })
    .withResponse()
  assert.match(requestId ?? "", uuid)
  assert.strictEqual(requestId, response.headers.get("x-request-id") ?? undefined)
  const { answers, model, usage } = data
  assert.strictEqual(model, "decider-27b-v0")
  assert.isTrue(answers.sure.noul >= 0 && answers.sure.noul <= 1)
  assert.oneOf(answers.team.choice, ["billing", "support"])
  assert.closeTo(answers.team.probabilities.billing + answers.team.probabilities.support, 1, 1e-9)
  assert.deepStrictEqual(answers.mood.legend, { 0: "calm", 1: null, 2: { text: "furious" } })
  assert.isAbove(usage.input_tokens, 200)
})

it("errors are its classes, with our words, the id and how long to wait", async () => {
  const error = await failure(client().systemOne({ state: "", questions: { a: noul() } }))
  assert.instanceOf(error, UnprocessableEntityError)
  assert.include(error.message, "expected instructions or criteria")
  assert.match(error.requestId ?? "", uuid)
  const questions = { a: noul("Is it?") }
  const refused = await failure(client("wrong").systemOne({ state: "", questions }))
  assert.instanceOf(refused, AuthenticationError)
  assert.include(refused.message, "Missing or invalid API key. Send the header Authorization: Bearer <key>.")
  const limited = await failure(
    client(key, failing).systemOne({ state: { fail: "RateLimitError" }, questions })
  )
  assert.instanceOf(limited, RateLimitError)
  assert.strictEqual(limited.retryAfterMs, 3000)
})

it("a model list of its own form is not served: it says so instead of giving nothing", async () => {
  const error = await failure(client(key, failing).models.list())
  assert.instanceOf(error, Error)
  assert.isFalse(error instanceof APIError)
})
