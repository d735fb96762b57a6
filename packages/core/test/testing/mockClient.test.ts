// A client on a script: what it answers and what it refuses, its time, and its responses, which are held to the contract.
import { fail, ScriptError, mockClient, respond, when } from "../../src/testing/index.ts"
import { isApiError } from "../../src/errors/ApiError.ts"
import { assert, it } from "vitest"
import { rejection as failure } from "../fixtures/calls.ts"
import { decided, mocked, question } from "./fixtures.ts"

const text = (error: unknown): string => (error instanceof Error ? error.message : "no error")

it("a script answers, and shows the request without its key", async () => {
  const { assertDone, client, requests } = mocked([decided], { apiKey: "canary-key" })
  const { answers } = await client.decisions.create(question)
  assert.strictEqual(answers.urgent.noul, 0.75)
  const [{ headers, ...request } = assert.fail("no request")] = requests
  const asked = { method: "POST", path: "/v1/decisions", operation: "Decisions.create", query: {} }
  assert.deepStrictEqual<unknown>(request, { ...asked, body: question })
  assert.notProperty(headers, "authorization")
  assertDone()
})

it("a script meets retries without waiting, and reports how long they would have waited", async () => {
  const { client, waits } = mocked([fail.status(429, { retryAfter: "7 seconds" }), fail.refused(), decided])
  const { response } = await client.decisions.create(question).withResponse()
  assert.strictEqual(response.attempts, 3)
  assert.strictEqual(waits[0], 7_000)
  assert.lengthOf(waits, 2)
})

it("an unexpected request rejects with what was asked and where the script stands, is not retried, and is reported again at the end", async () => {
  const { assertDone, client, requests } = mockClient([decided])
  await client.decisions.create(question)
  const error = await failure(client.models.list())
  assert.instanceOf(error, ScriptError)
  assert.isFalse(isApiError(error))
  assert.strictEqual(text(error), "Request 2, GET /v1/models, was not expected: all steps are used.")
  assert.lengthOf(requests, 2)
  assert.throws(assertDone, ScriptError, text(error))
  assert.strictEqual(text(await failure(client.close())), text(error))
})

it("an unexpected request with another body names the field of the closest step, and shows no value", async () => {
  const body = { state: "a secret state", questions: { urgent: { type: "noul" } } }
  const other = when({ body: { model: "other", state: "other" } }, decided)
  const { client } = mockClient([other, when({ body }, decided)], { order: "any" })
  const message = text(await failure(client.decisions.create(question)))
  assert.include(
    message,
    "fits no unused step; the closest is step 2 (an answer to Decisions.create): body.state is another string"
  )
  for (const value of ["urgent", "the state", "a secret state"]) assert.notInclude(message, value)
})

it("a step that was not used is reported by assertDone and close", async () => {
  const message = "step 1 (an answer to Decisions.create) was not used."
  const { assertDone, client } = mockClient([decided])
  assert.throws(assertDone, ScriptError, message)
  assert.include(text(await failure(client.close())), message)
})

const answering = (noul: number, name = "urgent") =>
  respond.decisions.create({
    model: "decider-27b",
    answers: { [name]: { type: "noul", noul } },
    usage: { input_tokens: 3, output_tokens: 0 }
  })

it("an answer outside the contract, or to another operation, is a TypeError", () => {
  assert.throws(
    () => answering(2),
    TypeError,
    "Decisions.create cannot have this response: answers.urgent.noul"
  )
  assert.throws(() => respond.chat.stream([]), TypeError, "the last event is missing")
  // @ts-expect-error a model list is no search
  assert.throws(() => respond.search.create({ object: "list", data: [] }), TypeError)
})

it("answers of decisions go to the request with these questions; others are named by a ScriptError", async () => {
  const { client } = mockClient([answering(0.1, "angry"), answering(0.9)], { order: "any" })
  assert.strictEqual((await client.decisions.create(question)).answers.urgent.noul, 0.9)
  const error = await failure(client.decisions.create(question))
  assert.instanceOf(error, ScriptError)
  assert.include(String(error), "answers.urgent is missing; answers.angry has no question.")
})
