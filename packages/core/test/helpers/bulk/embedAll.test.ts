import { assert, describe, it } from "@effect/vitest"
import type { Client } from "../../../src/Client.ts"
import { RateLimitError } from "../../../src/errors/ApiError.ts"
import { embedAll, embedAllDocuments } from "../../../src/helpers/bulk/index.ts"
import { collect } from "../../fixtures/bulk.ts"
import { rejection } from "../../fixtures/rejection.ts"

const usage = {
  prompt_tokens: 1,
  total_tokens: 1,
  cost: { input_cost: 0, total_cost: 0, currency: "USD" as const }
}
const model = "svc-embed-v1-0.6b"

/** Vectors that repeat their texts. */
const respond = (input: ReadonlyArray<string>) => ({
  object: "list" as const,
  model,
  usage,
  data: input.map((embedding, index) => ({ object: "embedding" as const, index, embedding }))
})

interface Request {
  readonly input: ReadonlyArray<string>
}

/** Embeddings that fail for the text `bad`. */
const recording = () => {
  const requests: Array<Request> = []
  const create = ((request: Request) => {
    requests.push(request)
    return request.input.includes("bad")
      ? Promise.reject(new RateLimitError({ message: "Later." }))
      : Promise.resolve(respond(request.input))
  }) as unknown as Client["embeddings"]["create"]
  return { requests, embeddings: { create } }
}

const many = (count: number, text = "x") => Array.from({ length: count }, () => text)

describe("embedAll", () => {
  it.each([
    ["512 texts in one request, 513 in two", many(513), [512, 1]],
    ["120,000 bytes in one, one more in two", [...many(2, "x".repeat(60_000)), "x"], [2, 1]],
    ["bytes of UTF-8, not characters", ["é".repeat(60_000), "x"], [1, 1]],
    ["a text over the limit alone", ["x", "x".repeat(120_001), "x"], [1, 1, 1]]
  ] as const)("sends %s", async (_name, texts, wanted) => {
    const { embeddings, requests } = recording()
    const results = await collect(embedAll(embeddings, texts, { model }))
    assert.deepEqual(
      requests.map(({ input }) => input.length),
      [...wanted]
    )
    assert.deepEqual(
      results.map(({ index, item, result }) => [index, item, result.index, result.embedding]),
      texts.map((text, index) => [index, text, index, text])
    )
  })

  it("sends the fields of the request, goes on from an index, and gives each response to onResponse", async () => {
    const { embeddings, requests } = recording()
    let tokens = 0
    const options = {
      model,
      dimensions: 128,
      encoding_format: "base64_binary",
      concurrency: 2,
      startAt: 1,
      onResponse: (response: { readonly usage: { readonly total_tokens: number } }) => {
        tokens += response.usage.total_tokens
      }
    } as const
    const results = await collect(embedAll(embeddings, ["a", "b", "c"], options))
    assert.deepEqual<ReadonlyArray<unknown>>(requests, [
      { input: ["b", "c"], model, dimensions: 128, encoding_format: "base64_binary" }
    ])
    assert.deepEqual(results.map(({ index, result }) => [index, result.index]).flat(), [1, 1, 2, 2])
    assert.strictEqual(tokens, 1)
  })

  it("throws the failure of a request with the index of its first text", async () => {
    const all = embedAll(recording().embeddings, [...many(515), "bad"], { model, startAt: 1 })
    assert.deepInclude(await rejection(collect(all)), { message: "Later.", index: 513 })
  })
})

describe("embedAllDocuments", () => {
  it.each([
    ["16,000 chunks in one request, one more in two", [many(15_999), ["x"], ["x"]], [2, 1]],
    ["513 documents in two", Array.from({ length: 513 }, () => ["x"]), [512, 1]]
  ] as const)(
    "sends %s, and gives a vector for each chunk of each document",
    async (_, documents, wanted) => {
      const sizes: Array<number> = []
      const create = (({ input }: { readonly input: ReadonlyArray<ReadonlyArray<string>> }) => {
        sizes.push(input.length)
        const data = input.map((chunks, index) => ({ object: "list", index, data: respond(chunks).data }))
        return Promise.resolve({ object: "list", model, usage, data })
      }) as unknown as Client["contextualizedEmbeddings"]["create"]
      const results = await collect(
        embedAllDocuments({ create }, documents, { model: "svc-embed-context-v1-0.6b" })
      )
      assert.deepEqual(sizes, [...wanted])
      assert.deepEqual(
        results.map(({ index, result }) => [index, result.data.map(({ embedding }) => embedding)]),
        documents.map((chunks, index) => [index, chunks])
      )
    }
  )
})
