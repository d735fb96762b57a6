// Embedding models of the provider under the functions of ai 7, over a mock client.
import type { Client } from "@leadline/core/client"
import { createLeadline } from "@leadline/ai-sdk"
import { mockClient, respond } from "@leadline/core/testing"
import { createProviderRegistry, embed, embedMany, NoSuchModelError } from "ai"
import { assert, describe, it } from "vitest"

const model = "svc-embed-v1-0.6b"

const vectors = (count: number, size = 1024, headers = {}) =>
  respond.embeddings.create(
    {
      object: "list",
      model,
      data: Array.from({ length: count }, (_, index) => ({
        object: "embedding",
        index,
        embedding: Buffer.from(Int8Array.from({ length: size }, (__, at) => at - 128 + index)).toString(
          "base64"
        )
      })),
      usage: {
        prompt_tokens: count,
        total_tokens: count,
        cost: { input_cost: 0, total_cost: 0, currency: "USD" }
      }
    },
    { headers }
  )

describe("embeddings", () => {
  it("are whole numbers, of as many dimensions as are asked for, with a notice as a warning", async () => {
    const { client, requests } = mockClient([
      vectors(1, 128, { "x-leadline-notice": "chunk-context-shortened" })
    ])
    // A client of the two resources is enough, and a registry finds its models by their names.
    const { decisions, embeddings }: Client = client
    const registry = createProviderRegistry({ leadline: createLeadline({ decisions, embeddings }) })
    const { embedding, usage, warnings } = await embed({
      model: registry.embeddingModel(`leadline:${model}`),
      value: "High water.",
      dimensions: 128
    })
    assert.deepStrictEqual(requests[0]?.body, { model, input: ["High water."], dimensions: 128 })
    assert.deepStrictEqual(
      embedding,
      Array.from({ length: 128 }, (_, at) => at - 128)
    )
    assert.strictEqual(usage.tokens, 1)
    assert.deepStrictEqual(warnings, [{ type: "other", message: "chunk-context-shortened" }])
    assert.throws(() => registry.languageModel("leadline:sonar"), NoSuchModelError)
  })

  it.each([
    ["more texts", Array.from({ length: 513 }, (_, index) => `text ${index}`), [512, 1]],
    ["more tokens", Array.from({ length: 3 }, () => "a".repeat(50_000)), [2, 1]]
  ])("of %s than a request holds are of several requests", async (_, values, counts) => {
    const { client, requests } = mockClient(counts.map((count) => vectors(count)))
    const { embeddings } = await embedMany({
      model: createLeadline(client).embeddingModel(model),
      values,
      maxParallelCalls: 1
    })
    assert.lengthOf(embeddings, values.length)
    assert.lengthOf(requests, 2)
  })
})
