// Request bodies of the embeddings wire cases.

export const contextualizedPath = "/v1/contextualizedembeddings"
export const embeddingsPath = "/v1/embeddings"
export const contextualizedSmall = "svc-embed-context-v1-0.6b"
export const contextualizedLarge = "svc-embed-context-v1-4b"
export const embeddingsSmall = "svc-embed-v1-0.6b"

export const contextualizedBody = (fields: object = {}) =>
  JSON.stringify({ input: [["a"]], model: contextualizedSmall, ...fields })
export const embeddingsBody = (fields: object = {}) =>
  JSON.stringify({ input: "a", model: embeddingsSmall, ...fields })
export const times = <A>(count: number, one: A): ReadonlyArray<A> => Array.from({ length: count }, () => one)

export const most = ["tokens:32768", "tokens:32768", "tokens:32768", "tokens:21696"]
