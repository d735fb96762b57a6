// Descriptions of contextualized embeddings, for the OpenAPI document.
// Source: §2.7, §4.6.
import { describe } from "../../../schema/descriptions.ts"
import { form, model, shared } from "../descriptions.ts"
import * as schema from "./schema.ts"

/** The fields of requests and responses. */
export const all = [
  describe(schema.ContextualizedEmbeddingsRequest, {
    ...form,
    input: "Documents as lists of their chunks: 1 to 512 documents, at most 16,000 chunks, none empty."
  }),
  ...shared,
  describe(schema.DocumentEmbeddings, { index: "Place of the document in the input." }),
  describe(schema.ContextualizedEmbeddingsResponse, { model })
]
