// What two hostile key groups do while a calm one works: each row is one kind of load, run by both.
import { bearer, bodyBytes, get, head, post } from "../../threats/requests.ts"
import type { Attack, Group, Target } from "../attack/Attack.ts"
import { bodies } from "../attack/bodies.ts"
import { floods } from "../attack/floods.ts"
import { pause, RawConnection, type Report } from "../attack/RawConnection.ts"
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

const send = async ({ port }: Target, report: Report, text: string, milliseconds = 60_000) => {
  const wire = new RawConnection(port, report)
  await wire.write(text)
  await wire.over(milliseconds)
}

const closing = (key: string) => [bearer(key), "connection: close"]

/** As many concurrent requests as two groups may have. */
const decisions: Attack = {
  name: "heavy decisions",
  every: 20,
  most: 128,
  run: (victim, report, turn) =>
    send(victim, report, post("/v1/decisions", heavyDecision, closing(hostile(victim, turn))))
}

/** Heads that promise the largest body, and nothing more. */
const promises: Attack = {
  name: "promised bodies",
  every: 50,
  most: 60,
  run: (victim, report, turn) =>
    send(
      victim,
      report,
      head(
        "POST /v1/decisions HTTP/1.1",
        "host: a",
        bearer(hostile(victim, turn)),
        `content-length: ${bodyBytes}`
      ),
      20_000
    )
}

/** A large file that is asked for again and again, and not read. */
const downloads: Attack = {
  name: "downloads never read",
  every: 100,
  most: 120,
  run: async (victim, report, turn) => {
    const path = await makeSkillDownload(victim.port, hostile(victim, turn))
    if (path === undefined) return report("no address")
    const wire = new RawConnection(victim.port, report)
    wire.deafen()
    await wire.write(get(path, []))
    await wire.over(40_000)
  }
}

const newKeys: Attack = {
  name: "new API keys",
  every: 20,
  most: 40,
  run: (victim, report, turn) =>
    send(
      victim,
      report,
      post("/generate_auth_token", `{"token_name":"n${turn}"}`, closing(hostile(victim, turn)))
    )
}

const sonar = JSON.stringify({
  request: {
    model: "sonar",
    messages: [{ role: "user", content: "How do limits and keys work? ".repeat(4_000) }]
  }
})

const asyncChats: Attack = {
  name: "async chats",
  every: 50,
  most: 40,
  run: async (victim, report, turn) => {
    await send(victim, report, post("/v1/async/sonar", sonar, closing(hostile(victim, turn))))
    await pause(20)
  }
}

const texts = JSON.stringify({
  model: "svc-embed-v1-4b",
  input: Array(512).fill("The tides of the harbour.")
})

/** Many short texts at a time, as fast as the concurrency limit lets. */
const embeddings: Attack = {
  name: "embeddings of short texts",
  every: 20,
  most: 100,
  run: (victim, report, turn) =>
    send(victim, report, post("/v1/embeddings", texts, closing(hostile(victim, turn))))
}

/** Answers of 1.7 MB that are not read. */
const unreadEmbeddings: Attack = {
  name: "embeddings never read",
  every: 100,
  most: 120,
  run: async (victim, report, turn) => {
    const wire = new RawConnection(victim.port, report)
    wire.deafen()
    await wire.write(post("/v1/embeddings", texts, closing(hostile(victim, turn))))
    await wire.over(40_000)
  }
}

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
