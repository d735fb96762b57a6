// Decision models of the provider under the functions of ai 7, over a mock client.
import { isApiError } from "@leadline/core/errors"
import { fail, mockClient, respond, type Step } from "@leadline/core/testing"
import {
  APICallError,
  type JSONValue,
  experimental_decide as decide,
  UnsupportedFunctionalityError
} from "ai"
import { assert, describe, it } from "vitest"
import { createLeadline } from "@leadline/ai-sdk"

globalThis.AI_SDK_LOG_WARNINGS = false

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const decided = (answers: Parameters<typeof respond.decisions.create>[0]["answers"], headers = {}) =>
  respond.decisions.create(
    { model: "decider-27b", answers, usage: { input_tokens: 7, output_tokens: 3 } },
    { headers }
  )
const sure = { type: "noul", noul: 0.25 } as const
const is = { sure: { type: "boolean", instructions: "Is it?" } } as const

const rejection = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => assert.fail("nothing failed"),
    (error: unknown) => error
  )

/** A model on a script, and the bodies of its requests. */
const scripted = (...steps: ReadonlyArray<Step>) => {
  const { client, requests } = mockClient(steps)
  return { model: createLeadline(client).decisionModel("decider-27b"), requests }
}

type State = Parameters<typeof decide>[0]["state"]

/** The state that a server sees of one of the AI SDK. */
const stateOf = async (state: State) => {
  const { model, requests } = scripted(decided({ sure }))
  await decide({ model, state, questions: is })
  return Object(requests[0]?.body).state as unknown
}

const text = (words: string) => ({ type: "text", text: words }) as const
const json = (value: JSONValue) => ({ type: "json", value }) as const
const image = { type: "image_url", image_url: { url: `data:image/png;base64,${pixel}` } }

describe("experimental_decide", () => {
  it("asks the questions of the contract, and has its answers, with notices as warnings", async () => {
    const probabilities = { billing: 0.33, support: 0.33, sales: 0.35 }
    const levels = { 0: 0.2, 1: 0.5, 2: 0.3 }
    const legend = { 0: "calm", 1: "cross", 2: "furious" }
    const team = { type: "choice", choice: "sales", confidence: 0.2, probabilities }
    const mood = { type: "score", score: 1.1, confidence: 0.5, legend, probabilities: levels }
    const notices = { "x-leadline-notice": "images-ignored, not-found=/a,/b" }
    const { model, requests } = scripted(decided({ sure, team, mood } as never, notices))
    const questions = {
      sure: { type: "boolean", instructions: "Is it?", criteria: { true: "an amount is named" } },
      team: { type: "choice", criteria: { billing: "Invoices", support: null, sales: null } },
      mood: { type: "score", instructions: null, criteria: ["calm", "cross", "furious"] }
    } as const
    const state = "I was charged twice."
    const result = await decide({ model, state, questions, maxOutputTokens: 5 })
    assert.deepStrictEqual<unknown>(requests[0]?.body, {
      model: "decider-27b",
      state,
      questions: { ...questions, sure: { ...questions.sure, type: "noul" } }
    })
    assert.match(requests[0]?.headers["user-agent"] ?? "", /ai\/7/)
    assert.deepStrictEqual(result.answers, {
      sure: { type: "boolean", probability: 0.25 },
      // Rounded by the server: a sum of 1.01.
      team: { type: "choice", choice: "sales", probabilities },
      mood: { type: "score", score: 1.1, probabilities: levels }
    })
    assert.deepStrictEqual(result.rounding, { probabilityDecimals: 2, scoreDecimals: 2 })
    assert.deepStrictEqual(result.usage, { inputTokens: 7, outputTokens: 3, totalTokens: 10 })
    assert.deepStrictEqual(result.warnings, [
      { type: "unsupported", feature: "maxOutputTokens" },
      { type: "other", message: "images-ignored" },
      { type: "other", message: "not-found=/a,/b" }
    ])
    assert.strictEqual(result.response.modelId, "decider-27b")
  })

  it.each<readonly [string, State, unknown]>([
    ["texts are joined by line breaks", [text("a"), text("b")], "a\nb"],
    ["a number is in a list", [json(5)], [5]],
    ["parts of several types are a list", [text("a"), json({ b: 1 })], ["a", { b: 1 }]],
    ["what looks like an image is content", [json([image])], [[image]]],
    [
      "an image is an image, by the type of its bytes, and a file of text is text",
      [
        { type: "file", mediaType: "text/plain", data: { type: "text", text: "see" } },
        { type: "file", mediaType: "image", data: pixel },
        { type: "file", mediaType: "image/jpeg", data: Buffer.from(pixel, "base64") }
      ],
      ["see", image, image]
    ]
  ])("of a state: %s", async (_, state, expected) => {
    assert.deepStrictEqual(await stateOf(state), expected)
  })

  it("refuses other files, and questions about boxes, before anything is sent", async () => {
    const error = await rejection(stateOf([{ type: "file", mediaType: "application/pdf", data: "AAAA" }]))
    assert.isTrue(UnsupportedFunctionalityError.isInstance(error))
    const broken = await rejection(stateOf([{ type: "file", mediaType: "image/png", data: "AAAA" }]))
    assert.isTrue(APICallError.isInstance(broken))
    const { model, requests } = scripted()
    const boxes = await rejection(decide({ model, state: "x", questions: { mug: { type: "box" } } }))
    assert.match(String(boxes), /box/)
    assert.lengthOf(requests, 0)
  })
})

describe("a failure", () => {
  it("is an APICallError with status, request id and wait, and is not retried here", async () => {
    const { model, requests } = scripted(
      fail.status(429, { headers: { "retry-after": "3", "x-request-id": "id" } })
    )
    const error = await rejection(decide({ model, state: "x", questions: is, maxRetries: 0 }))
    if (!APICallError.isInstance(error)) return assert.fail(String(error))
    assert.deepInclude(error, {
      statusCode: 429,
      isRetryable: true,
      responseHeaders: { "x-request-id": "id", "retry-after-ms": "3000" }
    })
    assert.isTrue(isApiError(error.cause))
    assert.lengthOf(requests, 1)
    return undefined
  })

  it("of an aborted call is the reason of the signal", async () => {
    const { model } = scripted(fail.stall())
    const abort = new AbortController()
    const pending = rejection(
      decide({ model, state: "x", questions: is, abortSignal: abort.signal, maxRetries: 0 })
    )
    const reason = new Error("enough")
    setImmediate(() => abort.abort(reason))
    assert.strictEqual(await pending, reason)
  })
})
