// The requests of the load by name, and bodies that each route must refuse.
import { chat as chatBody, decision } from "../client/bodies.ts"
import { texts } from "./cannedResponses.ts"
import type { LoadRequest, InvalidBodies } from "./ComparisonRow.ts"

const post = (path: string, body: object): LoadRequest => ({
  method: "POST",
  path,
  body: JSON.stringify(body)
})

const searched = { query: "tides in Brest", max_results: 5, country: "FR" }
const embedding = { model: "svc-embed-v1-0.6b", input: texts }

/** Three questions, one of each kind. */
export const decisions = post("/v1/decisions", decision)
/** Without a key. */
export const models: LoadRequest = { method: "GET", path: "/v1/models" }
/** The first page. */
export const skills: LoadRequest = { method: "GET", path: "/v1/skills?limit=10" }
/** One query. */
export const search = post("/search", searched)
/** Not streamed. */
export const chat = post("/v1/sonar", chatBody)
/** Streamed. */
export const chatStream = post("/v1/sonar", { ...chatBody, stream: true })
/** Four texts. */
export const embeddings = post("/v1/embeddings", embedding)
/** With another key. */
export const badKey: LoadRequest = { ...decisions, authorization: "Bearer ll-bench-key-other-0123456789ab" }
/** No questions. */
export const badBody = post("/v1/decisions", { ...decision, questions: {} })
/** No query. */
export const badSearch = post("/search", {})
/** A path of no route. */
export const badPath: LoadRequest = { method: "GET", path: "/v1/unknown" }

const { questions } = decision
const asking = (question: object) => ({ ...decision, questions: { ...questions, more: question } })

/** Bodies that every validator refuses, by route, by what the published document says of them. */
export const wrong = {
  decisions: {
    status: 400,
    bodies: [
      {},
      { ...decision, model: "gpt" },
      { ...decision, state: null },
      { ...decision, further: 1 },
      { ...decision, questions: {} },
      { ...decision, questions: { "": questions.urgent } },
      asking({ type: "noul" }),
      asking({ type: "noul", criteria: { maybe: "x" } }),
      asking({ type: "noul", criteria: { true: null } }),
      asking({ type: "choice", criteria: {} }),
      asking({ type: "score", criteria: Array(11).fill("x") }),
      asking({ type: "rank", criteria: ["x"] }),
      asking({ ...questions.team, further: 1 })
    ]
  },
  search: {
    status: 422,
    bodies: [
      {},
      { ...searched, query: "" },
      { ...searched, query: [] },
      { ...searched, query: Array(6).fill("x") },
      { ...searched, max_results: 21 },
      { ...searched, further: 1 }
    ]
  },
  chat: {
    status: 422,
    bodies: [
      {},
      { ...chatBody, model: "gpt" },
      { ...chatBody, messages: [] },
      { ...chatBody, messages: [{ role: "user", content: [{ type: "sound" }] }] },
      { ...chatBody, max_tokens: 0 },
      { ...chatBody, temperature: 3 },
      { ...chatBody, further: 1 },
      { ...chatBody, n: 2 }
    ]
  },
  embeddings: {
    status: 422,
    bodies: [
      {},
      { ...embedding, model: "gpt" },
      { ...embedding, input: [] },
      { ...embedding, input: [""] },
      { ...embedding, dimensions: 64 },
      { ...embedding, encoding_format: "float" },
      { ...embedding, further: 1 }
    ]
  }
} satisfies { readonly [route: string]: InvalidBodies }
