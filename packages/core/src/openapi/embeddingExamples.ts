// Examples of embeddings for the OpenAPI document.

/** The signs of 128 components, in base64. */
const signs = "qqqqqqqqqqqqqqqqqqqqqg=="
const embeddingUsage = {
  prompt_tokens: 9,
  total_tokens: 9,
  cost: { input_cost: 0.000000036, total_cost: 0.000000036, currency: "USD" }
}
const embedding = (index: number) => ({ object: "embedding", index, embedding: signs })
const short = { dimensions: 128, encoding_format: "base64_binary" }

/** By the names of operations. */
export const embeddingExamples = {
  "contextualizedEmbeddings.create": {
    request: {
      model: "svc-embed-context-v1-0.6b",
      input: [["The pier opens at six.", "It closes at ten."]],
      ...short
    },
    response: {
      object: "list",
      model: "svc-embed-context-v1-0.6b",
      data: [{ object: "list", index: 0, data: [embedding(0), embedding(1)] }],
      usage: embeddingUsage
    }
  },
  "embeddings.create": {
    request: { model: "svc-embed-v1-0.6b", input: ["The pier opens at six."], ...short },
    response: { object: "list", model: "svc-embed-v1-0.6b", data: [embedding(0)], usage: embeddingUsage }
  },
  "openaiEmbeddings.create": {
    request: { model: "svc-embed-v1-0.6b", input: "The pier opens at six.", dimensions: 128 },
    response: {
      object: "list",
      model: "svc-embed-v1-0.6b",
      data: [{ object: "embedding", index: 0, embedding: "AACAPwAAgD8=" }],
      usage: { prompt_tokens: 6, total_tokens: 6 }
    }
  }
}
