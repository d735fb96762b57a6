// The models of the provider under the functions of ai 7, over a mock client.
import { createLeadline } from "@leadline/ai-sdk"
import type { Client } from "@leadline/core/client"
import { isApiError } from "@leadline/core/errors"
import { fail, mockClient, respond, type Step } from "@leadline/core/testing"
import {
  APICallError,
  createProviderRegistry,
  embed,
  embedMany,
  experimental_decide as decide,
  type JSONValue,
  NoSuchModelError,
  UnsupportedFunctionalityError
} from "ai"
import { assert, describe, it } from "vitest"

globalThis.AI_SDK_LOG_WARNINGS = false

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const decided = (answers: object, headers = {}) =>
  respond.decisions.create(
    { model: "decider-27b", answers: answers as never, usage: { input_tokens: 7, output_tokens: 3 } },
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
const file = (mediaType: string, data: string | Uint8Array | ReturnType<typeof text>) =>
  ({ type: "file", mediaType, data }) as const
const image = { type: "image_url", image_url: { url: `data:image/png;base64,${pixel}` } }

describe("experimental_decide", () => {
  it("asks the questions of the contract, and has its answers, with notices as warnings", async () => {
    const probabilities = { billing: 0.33, support: 0.33, sales: 0.35 }
    const levels = { 0: 0.2, 1: 0.5, 2: 0.3 }
    const legend = { 0: "calm", 1: "cross", 2: "furious" }
    const team = { type: "choice", choice: "sales", confidence: 0.2, probabilities }
    const mood = { type: "score", score: 1.1, confidence: 0.5, legend, probabilities: levels }
    const notices = { "x-leadline-notice": "images-ignored, not-found=/a,/b" }
    const { model, requests } = scripted(decided({ sure, team, mood }, notices))
    const questions = {
      sure: { type: "boolean", instructions: "Is it?", criteria: { true: "an amount is named" } },
      team: { type: "choice", criteria: { billing: "Invoices", support: null, sales: null } },
      mood: { type: "score", instructions: null, criteria: ["calm", "cross", "furious"] }
    } as const
    const state = "I was charged twice."
    const result = await decide({ model, state, questions, maxOutputTokens: 5 })
    const asked = { ...questions, sure: { ...questions.sure, type: "noul" } }
    assert.deepStrictEqual<unknown>(requests[0]?.body, { model: "decider-27b", state, questions: asked })
    assert.match(requests[0]?.headers["user-agent"] ?? "", /ai\/7/)
    assert.deepStrictEqual(result.answers, {
      sure: { type: "boolean", probability: 0.25 },
      // Rounded by the server: a sum of 1.01.
      team: { type: "choice", choice: "sales", probabilities },
      mood: { type: "score", score: 1.1, probabilities: levels }
    })
    assert.deepStrictEqual(result.usage, { inputTokens: 7, outputTokens: 3, totalTokens: 10 })
    const warned = result.warnings?.map((warning) => Object.values(warning).join(" "))
    const other = ["other images-ignored", "other not-found=/a,/b"]
    assert.deepStrictEqual(warned, ["unsupported maxOutputTokens", ...other])
  })

  const photo = file("image/jpeg", Buffer.from(pixel, "base64"))
  const files = [file("text/plain", text("see")), file("image", pixel), photo]
  it.each<readonly [string, State, unknown]>([
    ["texts are joined by line breaks", [text("a"), text("b")], "a\nb"],
    ["a number is in a list", [json(5)], [5]],
    ["parts of several types are a list", [text("a"), json({ b: 1 })], ["a", { b: 1 }]],
    ["what looks like an image is content", [json([image])], [[image]]],
    ["an image is an image, by the type of its bytes; a file of text is text", files, ["see", image, image]]
  ])("of a state: %s", async (_, state, expected) => {
    assert.deepStrictEqual(await stateOf(state), expected)
  })

  it("refuses other files, and questions about boxes", async () => {
    const error = await rejection(stateOf([file("application/pdf", "AAAA")]))
    assert.isTrue(UnsupportedFunctionalityError.isInstance(error))
    assert.isTrue(APICallError.isInstance(await rejection(stateOf([file("image/png", "AAAA")]))))
    const { model } = scripted()
    const boxes = await rejection(decide({ model, state: "x", questions: { mug: { type: "box" } } }))
    assert.match(String(boxes), /box/)
  })

  it("fails with an APICallError with status, request id and wait, and does not retry here", async () => {
    const headers = { "retry-after": "3", "x-request-id": "id" }
    const { model, requests } = scripted(fail.status(429, { headers }))
    const error = await rejection(decide({ model, state: "x", questions: is, maxRetries: 0 }))
    if (!APICallError.isInstance(error)) throw new Error(String(error))
    const responseHeaders = { "x-request-id": "id", "retry-after-ms": "3000" }
    assert.deepInclude(error, { statusCode: 429, isRetryable: true, responseHeaders })
    assert.isTrue(isApiError(error.cause))
    assert.lengthOf(requests, 1)
  })

  it("fails with the reason of the signal when it is aborted", async () => {
    const { model } = scripted(fail.stall())
    const abort = new AbortController()
    const pending = rejection(decide({ model, state: "x", questions: is, abortSignal: abort.signal }))
    const reason = new Error("enough")
    setImmediate(() => abort.abort(reason))
    assert.strictEqual(await pending, reason)
  })
})

describe("embeddings", () => {
  const model = "svc-embed-v1-0.6b"
  const vectors = (count: number, length = 1024, headers = {}) => {
    const embedding = Buffer.from(Int8Array.from({ length }, (_, at) => at - 128)).toString("base64")
    const object = "embedding" as const
    const data = Array.from({ length: count }, (_, index) => ({ object, index, embedding }))
    const cost = { input_cost: 0, total_cost: 0, currency: "USD" } as const
    const usage = { prompt_tokens: count, total_tokens: count, cost }
    return respond.embeddings.create({ object: "list", model, data, usage }, { headers })
  }

  it("are whole numbers, of as many dimensions as are asked for, with a notice as a warning", async () => {
    const notice = "chunk-context-shortened"
    const { client, requests } = mockClient([vectors(1, 128, { "x-leadline-notice": notice })])
    // A client of the two resources is enough, and a registry finds its models by their names.
    const { decisions, embeddings }: Client = client
    const registry = createProviderRegistry({ leadline: createLeadline({ decisions, embeddings }) })
    const found = registry.embeddingModel(`leadline:${model}`)
    const asked = { model: found, value: "High water.", dimensions: 128 }
    const { embedding, usage, warnings } = await embed(asked)
    assert.deepStrictEqual(requests[0]?.body, { model, input: ["High water."], dimensions: 128 })
    assert.deepStrictEqual([embedding.length, embedding[0], embedding[127], usage.tokens], [128, -128, -1, 1])
    assert.deepStrictEqual(warnings, [{ type: "other", message: notice }])
    assert.throws(() => registry.languageModel("leadline:sonar"), NoSuchModelError)
  })

  it.each([
    ["texts", Array.from({ length: 513 }, (_, index) => `text ${index}`), [512, 1]],
    ["tokens", Array.from({ length: 3 }, () => "a".repeat(50_000)), [2, 1]]
  ])("of more %s than a request holds are of several requests", async (_, values, counts) => {
    const { client, requests } = mockClient(counts.map((count) => vectors(count)))
    const all = { model: createLeadline(client).embeddingModel(model), values, maxParallelCalls: 1 }
    assert.lengthOf((await embedMany(all)).embeddings, values.length)
    assert.lengthOf(requests, 2)
  })
})
