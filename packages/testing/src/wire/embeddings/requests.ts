// Request bodies of the embeddings wire cases, and their error object.

export const contextualized = "/v1/contextualizedembeddings"
export const plainPath = "/v1/embeddings"
export const small = "svc-embed-context-v1-0.6b"
export const large = "svc-embed-context-v1-4b"
export const plainSmall = "svc-embed-v1-0.6b"

export const asking = (fields: object = {}) => JSON.stringify({ input: [["a"]], model: small, ...fields })
export const askingPlain = (fields: object = {}) =>
  JSON.stringify({ input: "a", model: plainSmall, ...fields })
export const times = <A>(count: number, one: A): ReadonlyArray<A> => Array.from({ length: count }, () => one)

export const most = ["tokens:32768", "tokens:32768", "tokens:32768", "tokens:21696"]

export const object = (message: string, type: string, code: number) => ({
  error: { message, type, code, param: null }
})
