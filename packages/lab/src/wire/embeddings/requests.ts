// What the wire cases of embeddings are made of.
import { casesWith } from "../WireCase.ts"

export const contextualizedPath = "/v1/contextualizedembeddings"
export const embeddingsPath = "/v1/embeddings"
export const contextualizedSmall = "svc-embed-context-v1-0.6b"
export const contextualizedLarge = "svc-embed-context-v1-4b"
export const embeddingsSmall = "svc-embed-v1-0.6b"

export const contextualized = casesWith("contextualized embeddings: ", { path: contextualizedPath })
export const plain = casesWith("embeddings: ", { path: embeddingsPath })

export const contextualizedBody = (fields: object = {}) =>
  JSON.stringify({ input: [["a"]], model: contextualizedSmall, ...fields })
export const embeddingsBody = (fields: object = {}) =>
  JSON.stringify({ input: "a", model: embeddingsSmall, ...fields })
export const times = <A>(count: number, one: A): ReadonlyArray<A> => Array.from({ length: count }, () => one)

export const most = ["tokens:32768", "tokens:32768", "tokens:32768", "tokens:21696"]
