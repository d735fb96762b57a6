// Valid requests of hostile key groups: heavy ones, many, and answers that are not read.
import { bearer, post } from "../../threats/requests.ts"
import { type Attack, sending } from "./Attack.ts"

const criteria = { billing: "Invoices and refunds", technical: "Bugs and outages", other: "Anything else" }

/** A long state and many questions about it. */
export const heavyDecision = JSON.stringify({
  model: "decider-27b",
  state: Array.from({ length: 50_000 }, (_, at) => `word${at % 977} tide${at % 31}`).join(" "),
  questions: Object.fromEntries(
    Array.from({ length: 48 }, (_, at) => [`q${at}`, { type: "choice", criteria }])
  )
})

const embeddings = JSON.stringify({
  model: "svc-embed-v1-4b",
  input: Array(512).fill("The tides of the harbour.")
})

const asyncChat = JSON.stringify({
  request: {
    model: "sonar",
    messages: [{ role: "user", content: "How do limits and keys work? ".repeat(4_000) }]
  }
})

const once = (path: string, body: string) => (key: string) =>
  post(path, body, [bearer(key), "connection: close"])

/** All of them: as many at a time as the concurrency limit lets. */
export const requests: ReadonlyArray<Attack> = [
  sending("heavy decisions", 20, 128, once("/v1/decisions", heavyDecision)),
  sending("embeddings of short texts", 20, 100, once("/v1/embeddings", embeddings)),
  sending("embeddings never read", 100, 120, once("/v1/embeddings", embeddings), {
    isDeaf: true,
    patience: 40_000
  }),
  sending("new API keys", 20, 40, once("/generate_auth_token", "{}")),
  sending("async chats", 50, 40, once("/v1/async/sonar", asyncChat))
]
