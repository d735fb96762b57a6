// What hostile key groups send while a calm one works.
// Source: §8; Assumed: ours.
import { bearer, bodyBytes, get, head, post } from "../../threats/requests.ts"

/** One kind of attack, each time on a connection of its own. */
export interface Attack {
  readonly name: string
  /** Milliseconds between two connections. */
  readonly every: number
  /** Greatest number of concurrent connections. */
  readonly most: number
  /** What is sent at once, with the key of a hostile group; `turn` counts from 0. */
  readonly send: (key: string, turn: number) => string
  /** What follows, at a byte a second. */
  readonly drip?: string
  /** Reads no answer. */
  readonly isDeaf?: boolean
  /** Milliseconds until the connection is reset. Default 60,000. */
  readonly patience?: number
}

/** A kind of load, and what a calm group gets beside it. */
interface Row {
  /** Hostile key groups, which take turns. */
  readonly groups: number
  readonly attacks: ReadonlyArray<Attack>
  /** What the calm group asks for. */
  readonly paths: ReadonlyArray<string>
  /** Milliseconds that 99 in 100 of its requests may take. */
  readonly maxWait: number
}

const criteria = { billing: "Invoices and refunds", technical: "Bugs and outages", other: "Anything else" }

/** A long state and many questions about it. */
const heavyDecision = JSON.stringify({
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

const chat = (content: string, stream = false) => ({
  model: "sonar",
  stream,
  messages: [{ role: "user", content }]
})

const asyncChat = JSON.stringify({ request: chat("How do limits and keys work? ".repeat(4_000)) })

const once = (path: string, body: string) => (key: string) =>
  post(path, body, [bearer(key), "connection: close"])

const filled = (piece: string): string => piece.repeat(Math.floor((bodyBytes - 400) / piece.length))

/** States that fill a body of the largest size, made when they are sent. */
const largeStates = [
  () => `"${filled("word ")}"`,
  () => `[0${filled(`,"${"a".repeat(124)}"`)}]`,
  () => `"${filled(String.raw`\"`)}"`,
  // One character beyond Latin-1 doubles the memory of the string around it.
  () => `"${filled(`\u00e2\u0082\u00ac${"a".repeat(997)}`)}"`
]

const largeBody = (turn: number, header: string) => {
  const questions = `{"a":{"type":"noul","instructions":"Is it?"}}`
  const state = largeStates[turn % largeStates.length]?.()
  const body = `{"model":"decider-27b","questions":${questions},"state":${state}}`
  return post("/v1/decisions", body, [header, "connection: close"])
}

const depthBomb = (key: string, turn: number) => {
  const piece = ["[", `{"a":`, `[{"a":[`][turn % 3] ?? ""
  const body = `{"model":"decider-27b","state":${piece.repeat(Math.floor(8_388_608 / piece.length))}`
  return once(turn % 2 === 0 ? "/v1/decisions" : "/v1/sonar", body)(key)
}

const streamed = (key: string) =>
  post("/v1/sonar", JSON.stringify(chat("What is noul?", true)), [bearer(key)])

/** A kind of load. */
export type RowName = "heavy requests" | "the attack mix"

/** Each kind of load. */
export const rows: { readonly [name in RowName]: Row } = {
  /** Valid requests: as many at a time as the concurrency limit lets. */
  "heavy requests": {
    groups: 2,
    paths: ["/v1/models", "/v1/decisions"],
    maxWait: 250,
    attacks: [
      { name: "heavy decisions", every: 20, most: 128, send: once("/v1/decisions", heavyDecision) },
      { name: "embeddings of short texts", every: 20, most: 100, send: once("/v1/embeddings", embeddings) },
      { name: "new API keys", every: 20, most: 40, send: once("/generate_auth_token", "{}") },
      { name: "async chats", every: 50, most: 40, send: once("/v1/async/sonar", asyncChat) }
    ]
  },
  "the attack mix": {
    groups: 5,
    paths: ["/v1/models"],
    maxWait: 100,
    attacks: [
      // At times more than the memory for all bodies.
      {
        name: "32 MiB with a key",
        every: 1_000,
        most: 10,
        send: (key, turn) => largeBody(turn, bearer(key))
      },
      // It is refused before its body is read.
      { name: "32 MiB without a key", every: 500, most: 4, send: (_key, turn) => largeBody(turn, "x-a: b") },
      { name: "depth bombs", every: 200, most: 8, send: depthBomb },
      {
        name: "slow bodies",
        every: 10,
        most: 250,
        send: (key) => head("POST /v1/decisions HTTP/1.1", "host: a", bearer(key), "content-length: 1000"),
        drip: `{"model":"decider-27b","state":"${"a".repeat(100)}`
      },
      {
        name: "slow headers behind an answer",
        every: 10,
        most: 250,
        send: () => get("/v1/models", []),
        drip: `GET /v1/models HTTP/1.1\r\nhost: a\r\nx-a: ${"a".repeat(100)}`
      },
      // Fifty large answers and a stream on one connection, and not a byte of them is read.
      {
        name: "answers never read",
        every: 1_000,
        most: 30,
        send: (key) => get("/openapi.json", []).repeat(50) + streamed(key),
        isDeaf: true,
        patience: 45_000
      },
      { name: "streams opened and left", every: 40, most: 100, send: streamed, patience: 200 }
    ]
  }
}
