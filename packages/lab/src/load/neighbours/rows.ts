// What two hostile key groups do while a calm one works: each row is one kind of load, run by both.
import { bearer, bodyBytes, get, head, post } from "../../threats/requests.ts"
import type { Attack, Group, Target } from "../attack/Attack.ts"
import { bodies } from "../attack/bodies.ts"
import { floods } from "../attack/floods.ts"
import { sendOnce } from "../attack/AttackConnection.ts"
import { slowConnections } from "../attack/slowConnections.ts"
import { heavyDecision } from "./heavyDecision.ts"
import { makeSkillDownload } from "./skillDownload.ts"

/** Both groups in turn. */
const hostile = ({ keys }: Target, turn: number): string => (turn % 2 === 0 ? keys.bombs : keys.bodies)

/** The target as the attacks know it, with the keys of two groups in place of one for each attack. */
export const asTwoGroups = ({ keys, port }: Target): Target => {
  const [first, second] = [keys.bombs, keys.bodies]
  const groups: { readonly [group in Group]: string } = {
    bombs: first,
    slow: second,
    bodies: second,
    streams: first,
    noise: second,
    calm: keys.calm
  }
  return { port, keys: groups }
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
  run: (victim, report, turn) => sendOnce(victim.port, report, text(hostile(victim, turn), turn), options)
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
  run: async (victim, report, turn) => {
    const path = await makeSkillDownload(victim.port, hostile(victim, turn))
    return path === undefined ? report("no address") : sendOnce(victim.port, report, get(path, []), unread)
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

/** Each row: its name, and its attacks. */
export const rows: { readonly [row: string]: ReadonlyArray<Attack> } = {
  "heavy decisions": [decisions],
  embeddings: [embeddings, unreadEmbeddings],
  "large and nested bodies": bodies,
  "slow connections and promised bodies": [slowConnections, promises],
  "streams, wrong keys and noise": floods,
  "downloads never read": [downloads],
  "new API keys": [newKeys],
  "async chats": [asyncChats],
  "all but the slow ones": [decisions, ...bodies, ...floods, newKeys, asyncChats]
}
