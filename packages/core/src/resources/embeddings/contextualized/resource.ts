// The operation as a plain value: name, method, path and retry class.
// Source: §4.6.

/** Embeds the chunks of documents, each in the context of its document. */
export const create = {
  name: "ContextualizedEmbeddings.create",
  method: "POST",
  path: "/v1/contextualizedembeddings",
  retry: "safe"
} as const
