// The requests of the load by name.
import { chat, decision } from "../client/bodies.ts"
import { texts } from "./answers.ts"

/** The API key that every server requires. */
export const key = "ll-bench-key-0123456789abcdef"

/** One HTTP request of the load. */
export interface LoadRequest {
  readonly method: "GET" | "POST"
  readonly path: string
  /** JSON text. Default: none. */
  readonly body?: string
  /** Default: {@link key}. */
  readonly key?: string
}

const post = (path: string, body: object): LoadRequest => ({
  method: "POST",
  path,
  body: JSON.stringify(body)
})

/** Three questions, one of each kind. */
export const decisions = post("/v1/decisions", decision)
/** Without a key. */
export const models: LoadRequest = { method: "GET", path: "/v1/models" }
/** The first page. */
export const skills: LoadRequest = { method: "GET", path: "/v1/skills?limit=10" }
/** One query. */
export const search = post("/search", { query: "tides in Brest", max_results: 5, country: "FR" })
/** Not streamed. */
export const chats = post("/v1/sonar", chat)
/** Streamed. */
export const chatStream = post("/v1/sonar", { ...chat, stream: true })
/** Four texts. */
export const embeddings = post("/v1/embeddings", { model: "svc-embed-v1-0.6b", input: texts })
/** With another key. */
export const badKey: LoadRequest = { ...decisions, key: "ll-bench-key-other-0123456789ab" }
/** No questions. */
export const badBody = post("/v1/decisions", { ...decision, questions: {} })
/** No query. */
export const badSearch = post("/search", {})
/** A path of no route. */
export const badPath: LoadRequest = { method: "GET", path: "/v1/unknown" }

/** The headers of a request. */
export const headersOf = ({ body, key: own = key }: LoadRequest): { readonly [name: string]: string } => ({
  authorization: `Bearer ${own}`,
  ...(body !== undefined && { "content-type": "application/json" })
})
