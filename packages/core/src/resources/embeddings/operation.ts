// The operations as plain values: name, method, path and retry class.
// Source: §4.6; the plain path is Assumed: OAS.

/** Embeds the chunks of documents, each in the context of its document. */
export const create = {
  name: "Embeddings.create",
  method: "POST",
  path: "/v1/contextualizedembeddings",
  retry: "safe"
} as const

// Assumed: OAS.
/** Embeds texts, each by itself. */
export const createPlain = {
  name: "Embeddings.createPlain",
  method: "POST",
  path: "/v1/embeddings",
  retry: "safe"
} as const
