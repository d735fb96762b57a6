// What hostile key groups do while a calm one works: each row is one kind of load, which they run in turn.
import * as Effect from "effect/Effect"
import * as Zip from "effect/encoding/Zip"
import { skillFile, zipOf } from "../../fakes/skills.ts"
import { bearer, bodyBytes, get, head, post } from "../../threats/requests.ts"
import { ask, field, skillForm } from "../acknowledged.ts"
import { type Attack, sendOnce } from "../attack/Attack.ts"
import { bodies } from "../attack/bodies.ts"
import { floods, slowConnections } from "../attack/floods.ts"

const words = 50_000
const questions = 48

const criteria = { billing: "Invoices and refunds", technical: "Bugs and outages", other: "Anything else" }

/** A long state and many questions about it. */
export const heavyDecision = JSON.stringify({
  model: "decider-27b",
  state: Array.from({ length: words }, (_, at) => `word${at % 977} tide${at % 31}`).join(" "),
  questions: Object.fromEntries(
    Array.from({ length: questions }, (_, at) => [`q${at}`, { type: "choice", criteria }])
  )
})

const ballast = 30 * 1_048_576
/** Milliseconds after which another download URL is asked for: it is valid for five minutes. */
const urlAge = 240_000

interface Download {
  readonly path: Promise<string | undefined>
  readonly at: number
}

const known = new Map<string, Download>()

const stored = { method: "Store" } as const

const large = zipOf(
  Zip.file("SKILL.md", skillFile("large"), stored),
  Zip.file("ballast", new Uint8Array(ballast), stored)
)

/** The field of an answer that must be a good one. */
const fieldOf = async (asked: ReturnType<typeof ask>, name: string): Promise<string> => {
  const answer = await asked
  if (answer === undefined || answer.status >= 300) throw new Error(`${answer?.status} ${answer?.text}`)
  return field(answer, name)
}

const askPath = async (port: number, key: string): Promise<string> => {
  const skills = `http://127.0.0.1:${port}/v1/skills`
  const body = skillForm(await Effect.runPromise(large))
  const skill = await fieldOf(ask(skills, key, { body }), "skill_id")
  return new URL(await fieldOf(ask(`${skills}/${skill}/download`, key), "url")).pathname
}

/** The path of a download of 30 MiB; undefined while the server refuses one. */
const makeSkillDownload = (port: number, key: string): Promise<string | undefined> => {
  const before = known.get(key)
  if (before !== undefined && performance.now() - before.at < urlAge) return before.path
  const path = askPath(port, key).catch(() => {
    known.delete(key)
    return undefined
  })
  known.set(key, { path, at: performance.now() })
  return path
}

const closing = (key: string) => [bearer(key), "connection: close"]

/** Sends each text to the server over a connection of its own, as the hostile group whose turn it is. */
const sending = (
  name: string,
  every: number,
  most: number,
  text: (key: string, turn: number) => string,
  options?: Parameters<typeof sendOnce>[3]
): Attack => ({
  name,
  every,
  most,
  run: (port, report, key, turn) => sendOnce(port, report, text(key, turn), options)
})

/** As many concurrent requests as two groups may have. */
const decisions = sending("heavy decisions", 20, 128, (key) =>
  post("/v1/decisions", heavyDecision, closing(key))
)

/** Heads that promise the largest body, and nothing more. */
const promises = sending(
  "promised bodies",
  50,
  60,
  (key) => head("POST /v1/decisions HTTP/1.1", "host: a", bearer(key), `content-length: ${bodyBytes}`),
  { milliseconds: 20_000 }
)

const unread = { isDeaf: true, milliseconds: 40_000 }

/** A large file that is asked for again and again, and not read. */
const downloads: Attack = {
  name: "downloads never read",
  every: 100,
  most: 120,
  run: async (port, report, key) => {
    const path = await makeSkillDownload(port, key)
    return path === undefined ? report("no address") : sendOnce(port, report, get(path, []), unread)
  }
}

const newKeys = sending("new API keys", 20, 40, (key, turn) =>
  post("/generate_auth_token", `{"token_name":"n${turn}"}`, closing(key))
)

const sonar = JSON.stringify({
  request: {
    model: "sonar",
    messages: [{ role: "user", content: "How do limits and keys work? ".repeat(4_000) }]
  }
})

const asyncChats = sending("async chats", 50, 40, (key) => post("/v1/async/sonar", sonar, closing(key)))

const texts = JSON.stringify({
  model: "svc-embed-v1-4b",
  input: Array(512).fill("The tides of the harbour.")
})

const askVectors = (key: string) => post("/v1/embeddings", texts, closing(key))

/** Many short texts at a time, as fast as the concurrency limit lets. */
const embeddings = sending("embeddings of short texts", 20, 100, askVectors)

/** Answers of 1.7 MB that are not read. */
const unreadEmbeddings = sending("embeddings never read", 100, 120, askVectors, unread)

const mcpHeaders = (key: string) => ({
  authorization: `Bearer ${key}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream"
})

const call = (id: number, method: string, params: object) => ({ jsonrpc: "2.0", id, method, params })

const initialize = JSON.stringify(
  call(0, "initialize", {
    protocolVersion: "2025-03-26",
    capabilities: {},
    clientInfo: { name: "neighbours", version: "1" }
  })
)

const begin = async (port: number, key: string): Promise<string> => {
  const init = { method: "POST", headers: mcpHeaders(key), body: initialize }
  const begun = await fetch(`http://127.0.0.1:${port}/mcp`, init)
  await begun.arrayBuffer()
  return begun.headers.get("mcp-session-id") ?? ""
}

const sessions = new Map<string, Promise<string>>()

/** 50 calls in a message of 1 MB. */
const batch = JSON.stringify(
  Array.from({ length: 50 }, (_, at) =>
    call(at, "tools/call", {
      name: "decide",
      arguments: {
        state: "The invoice was charged twice. ".repeat(700),
        questions: { a: { type: "choice", criteria } }
      }
    })
  )
)

/** Batches of calls over MCP. */
const batches: Attack = {
  name: "MCP batches",
  every: 50,
  most: 40,
  run: async (port, report, key) => {
    const begun = sessions.get(key) ?? begin(port, key)
    sessions.set(key, begun)
    const session = await begun.catch(() => "")
    if (session === "") {
      sessions.delete(key)
      return report("no session")
    }
    const headers = Object.entries({ ...mcpHeaders(key), "mcp-session-id": session, connection: "close" })
    const lines = headers.map(([name, value]) => `${name}: ${value}`)
    return sendOnce(port, report, post("/mcp", batch, lines), { milliseconds: 60_000 })
  }
}

/** One kind of load. */
export interface Row {
  readonly attacks: ReadonlyArray<Attack>
  /** Hostile key groups. */
  readonly groups: number
}

/** The load of two groups. */
const ofTwo = (...attacks: ReadonlyArray<Attack>): Row => ({ attacks, groups: 2 })

/** The row of all attacks at once, by more groups than the others. */
export const mix = "the attack mix"

/** Each row by its name. */
export const rows: { readonly [row: string]: Row } = {
  "heavy decisions": ofTwo(decisions),
  embeddings: ofTwo(embeddings, unreadEmbeddings),
  "large and nested bodies": ofTwo(...bodies),
  "slow connections and promised bodies": ofTwo(slowConnections, promises),
  "streams, wrong keys and noise": ofTwo(...floods),
  "downloads never read": ofTwo(downloads),
  "new API keys": ofTwo(newKeys),
  "MCP batches": ofTwo(batches),
  "async chats": ofTwo(asyncChats),
  "all but the slow ones": ofTwo(decisions, ...bodies, ...floods, newKeys, asyncChats),
  [mix]: { attacks: [...bodies, slowConnections, ...floods], groups: 5 }
}
