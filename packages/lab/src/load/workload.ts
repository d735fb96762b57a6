// The load of chaos, updates and kills: calls through all nodes, and what was acknowledged and broken.
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { bundle } from "../fakes/skills.ts"
import { seededRandom } from "../faults/seededRandom.ts"
import { pause } from "../processes.ts"
import { type Counts, countOne } from "../tables.ts"
import { type Answer, ask, field, hashOf, judgeChat, nothingYet } from "./acknowledged.ts"

/** Milliseconds between two attempts, and for all of a call that must succeed. */
const retryDelay = 100
const patience = 60_000

/** Milliseconds after the answer to a revocation from which no node may accept the key. */
const revocationBound = 1_000

/** As many skills as are kept: well below the quota of a group. */
const keptSkills = 20

/** Statuses that say nothing against the request: it may succeed later, or at another node. */
const passing: ReadonlyArray<number | undefined> = [undefined, 502, 503, 504]

const asking = (content: string) => ({ model: "sonar", messages: [{ role: "user", content }] })

/** A small decisions request. */
export const decision = JSON.stringify({
  model: "decider-27b",
  state: "The site is down.",
  questions: { urgent: { type: "noul", instructions: "Does this need attention now?" } }
})

const stream = JSON.stringify({ ...asking("What is noul?"), stream: true })

/**
 * Starts calls at the nodes, with the key that makes the others. Where the load insists, each call must succeed within a
 * minute of retries, as those of a patient client.
 */
export const startLoad = (
  urls: readonly [string, ...ReadonlyArray<string>],
  owner: string,
  { insists = false, seed = Math.ceil(Math.random() * 1_000_000) } = {}
) => {
  const random = seededRandom(seed)
  const acknowledged = nothingYet()
  const { chats, files, keys, skills } = acknowledged
  /** Calls that were answered well, by what they do. */
  const done: Counts = {}
  /** Broken promises, one line each. */
  const broken: Array<string> = []

  /** Sends a request: no answer may be 500. */
  const send = async (url: string, sent?: RequestInit, key = owner): Promise<Answer | undefined> => {
    const answer = await ask(url, key, sent)
    if (answer?.status === 500) broken.push(`${url} is 500 at ${new Date().toISOString()}: ${answer.text}`)
    return answer
  }

  /** Makes a call at one of the nodes: its answer, where it is a good one. */
  const call = async (what: string, path: string, sent: RequestInit): Promise<Answer | undefined> => {
    const end = performance.now() + (insists ? patience : 0)
    while (true) {
      const answer = await send(random.pick(urls) + path, sent)
      if (answer !== undefined && answer.status < 300) {
        countOne(done, what)
        return answer
      }
      if (!passing.includes(answer?.status) || performance.now() > end) {
        if (insists) broken.push(`${what}: ${answer?.status ?? "no answer"} ${answer?.text ?? ""}`)
        return undefined
      }
      await pause(retryDelay)
    }
  }

  /** Sends a revoked key to a node again and again, the last time after the bound: then it must be refused. */
  const watchRevoked = async (url: string, key: string) => {
    const end = performance.now() + revocationBound
    for (let isOver = false; !isOver;) {
      isOver = performance.now() > end
      const answer = await send(`${url}/v1/skills?limit=1`, {}, key)
      if (isOver && answer?.status === 200)
        broken.push(`${url} accepts a key over ${revocationBound} ms after it was revoked`)
      await pause(20)
    }
  }

  const makeKey = async () => {
    const made = await call("key", "/generate_auth_token", { body: "{}" })
    if (made === undefined) return
    const key = field(made, "auth_token")
    keys.set(key, "there")
    if (random.below(2) === 0) return
    // All nodes know the key before it is revoked.
    await Promise.all(urls.map((url) => send(`${url}/v1/skills?limit=1`, {}, key)))
    keys.set(key, "open")
    const body = JSON.stringify({ auth_token: key })
    if ((await call("revocation", "/revoke_auth_token", { body })) === undefined) return
    keys.set(key, "gone")
    await Promise.all(urls.map((url) => watchRevoked(url, key)))
  }

  const changeSkills = async () => {
    const there = [...skills].flatMap(([id, state]) => (state === "there" ? [id] : []))
    const id = there.length > keptSkills ? there[random.below(there.length)] : undefined
    if (id === undefined) {
      const file = await Effect.runPromise(bundle(`skill-${skills.size}`))
      const body = new FormData()
      body.set("file", new Blob([Uint8Array.from(file)], { type: "application/zip" }), "skill.zip")
      const made = await call("skill", "/v1/skills", { body })
      if (made === undefined) return
      files.set(field(made, "skill_id"), hashOf(file))
      skills.set(field(made, "skill_id"), "there")
      return
    }
    const found = await send(`${random.pick(urls)}/v1/skills/${id}`)
    if (found?.status === 404) broken.push(`The skill ${id} is gone`)
    if (found?.status !== 200) return
    skills.set(id, "open")
    const query = `expected_revision=${encodeURIComponent(field(found, "revision"))}`
    const deleted = await send(`${random.pick(urls)}/v1/skills/${id}?${query}`, { method: "DELETE" })
    if (deleted?.status === 204) skills.set(id, "gone")
  }

  const chat = async () => {
    const body = JSON.stringify({ request: asking(`Say ${chats.size}.`), idempotency_key: randomUUID() })
    const made = await call("async chat", "/v1/async/sonar", { body })
    if (made !== undefined) chats.set(field(made, "id"), undefined)
    const earlier = [...chats.keys()][random.below(chats.size)]
    if (earlier === undefined) return
    const found = await send(`${random.pick(urls)}/v1/async/sonar/${earlier}`)
    const { fault } = judgeChat(acknowledged, earlier, found)
    if (fault !== undefined) broken.push(fault)
  }

  let isOver = false
  const repeat = async (work: () => Promise<unknown>) => {
    while (!isOver) {
      await work()
      await pause(20)
    }
  }
  const decide = () => call("decision", "/v1/decisions", { body: decision })
  const read = () => call("chat stream", "/v1/sonar", { body: stream })
  const all = Promise.all([makeKey, makeKey, changeSkills, chat, chat, decide, read].map(repeat))
  return {
    acknowledged,
    broken,
    done,
    send,
    /** Lets the calls end that have begun. */
    end: async () => {
      isOver = true
      await all
    }
  }
}
