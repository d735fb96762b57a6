// Descriptions of embeddings, for the OpenAPI document.
// Source: §2.7, §4.6.
import { describe, span } from "../../schema/descriptions.ts"
import { dimensions, sizes, texts } from "./limits.ts"
import * as schema from "./schema.ts"

/** The form of the vectors of a request. */
export const form = {
  dimensions: `Components of each vector: ${dimensions} to ${Object.values(sizes).join(" or ")} by model. Default all; fewer are the first ones.`,
  encoding_format: "base64_int8 (default): one signed byte a component. base64_binary: one bit a component."
}

/** The model of a response. */
export const model = "The model name as sent."

/** What both responses have. */
export const shared = [
  describe(schema.Usage, {
    total_tokens: "The same as prompt_tokens: nothing is generated.",
    cost: "USD, to 9 decimals."
  }),
  describe(schema.Embedding, {
    index: "Place of the chunk in its document, or of the text in the input.",
    embedding: "The packed vector in base64, with padding."
  })
]

/** The fields of requests and responses. */
export const all = [
  describe(schema.EmbeddingsRequest, { ...form, input: `One text, or ${span(texts)} of them; none empty.` }),
  ...shared,
  describe(schema.EmbeddingsResponse, { model })
]
