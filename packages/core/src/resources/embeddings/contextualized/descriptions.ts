// Descriptions of contextualized embeddings, for the OpenAPI document.
// Source: §2.7, §4.6.
import { describe, digits, span } from "../../../schema/descriptions.ts"
import { form, model, shared } from "../descriptions.ts"
import { chunks, documents } from "./limits.ts"
import * as schema from "./schema.ts"

/** The fields of requests and responses. */
export const all = [
  describe(schema.ContextualizedEmbeddingsRequest, {
    ...form,
    input: `Documents as lists of their chunks: ${span(documents)} documents, at most ${digits(chunks)} chunks, none empty.`
  }),
  ...shared,
  describe(schema.DocumentEmbeddings, { index: "Place of the document in the input." }),
  describe(schema.ContextualizedEmbeddingsResponse, { model })
]
