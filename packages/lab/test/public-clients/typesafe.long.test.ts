// @typesafe-ai/sdk 0.6.0, unmodified, against the dialect.
import {
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
  assert.isString(requestId)
  assert.strictEqual(requestId, response.headers.get("x-request-id") ?? undefined)
  const { answers, model } = data
  assert.strictEqual(model, "decider-27b-v0")
  assert.isTrue(answers.sure.noul >= 0 && answers.sure.noul <= 1)
  assert.oneOf(answers.team.choice, ["billing", "support"])
  assert.deepStrictEqual(answers.mood.legend, { 0: "calm", 1: null, 2: { text: "furious" } })
})

it("errors are its classes, with our words, the id and how long to wait", async () => {
  const error = await failure(client().systemOne({ state: "", questions: { a: noul() } }))
  assert.instanceOf(error, UnprocessableEntityError)
  assert.include(error.message, "expected instructions or criteria")
  assert.isString(error.requestId)
  const questions = { a: noul("Is it?") }
  assert.instanceOf(await failure(client("wrong").systemOne({ state: "", questions })), AuthenticationError)
  const state = { fail: "RateLimitError" }
  const limited = await failure(client(key, failing).systemOne({ state, questions }))
  assert.instanceOf(limited, RateLimitError)
  assert.strictEqual(limited.retryAfterMs, 3000)
})
