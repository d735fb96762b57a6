// The operation as a plain value: name, method, path and retry class.
// Assumed: OAS.

/** Embeds texts, each by itself. */
export const create = {
  name: "Embeddings.create",
  method: "POST",
  path: "/v1/embeddings",
  retry: "safe"
} as const
