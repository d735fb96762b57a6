// How the operations are called, as plain values.
// Source: §4.6; the plain path is Assumed: OAS.

/** Embeds the chunks of documents, each with its document's context. */
export const create = {
  name: "Embeddings.create",
  method: "POST",
  path: "/v1/contextualizedembeddings",
  retry: "safe"
} as const

/** Assumed: OAS. Embeds texts, each alone. */
export const createPlain = {
  name: "Embeddings.createPlain",
  method: "POST",
  path: "/v1/embeddings",
  retry: "safe"
} as const
