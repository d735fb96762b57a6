// The load of chaos, updates, proxies and kills: calls through all nodes, and the ledger of what was acknowledged and broken.
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { bundle } from "../fakes/skills.ts"
import { type SeededRandom, seededRandom } from "../faults/seededRandom.ts"
import { pause } from "../processes.ts"
import { type Counts, countOne, countsText } from "../tables.ts"
import {
  type Acknowledged,
  type Answer,
  type Asked,
  ask,
  field,
  hashOf,
  judgeChat,
  nothingYet,
  skillForm
} from "./acknowledged.ts"

/** The record of a run. */
export interface Ledger {
  readonly acknowledged: Acknowledged
  /** Calls that were answered well, by what they do. */
  readonly done: Counts
  /** Broken promises, one line each. */
  readonly broken: Array<string>
}

/** What the load runs on. */
export interface Subject {
  /** Base URLs of the nodes, or of what stands in front of them. */
  readonly urls: readonly [string, ...ReadonlyArray<string>]
  /** The key that makes the others. */
  readonly owner: string
  readonly ledger: Ledger
  readonly random: SeededRandom
  /** Whether each call must succeed within a minute of retries, as those of a patient client. */
  readonly insists: boolean
}

/** A subject with an empty ledger. */
export const newSubject = (
  urls: Subject["urls"],
  owner: string,
  { insists = false, seed = Math.ceil(Math.random() * 1_000_000) } = {}
): Subject => ({
  urls,
  owner,
  insists,
  random: seededRandom(seed),
  ledger: { acknowledged: nothingYet(), done: {}, broken: [] }
})

/** Sends a request with a key: no answer may be 500. */
export const send = async (
  { broken }: Ledger,
  url: string,
  key: string,
  asked: Asked = {}
): Promise<Answer | undefined> => {
  const answer = await ask(url, key, asked)
  if (answer?.status === 500)
    broken.push(
      `${asked.method ?? "A request"} to ${url} is 500 at ${new Date().toISOString()}: ${answer.text}`
    )
  return answer
}

/** Milliseconds between two attempts, and for all of a call that must succeed. */
const retryDelay = 100
const patience = 60_000

/** Statuses that say nothing against the request: it may succeed later, or at another node. */
const passing: ReadonlyArray<number | undefined> = [undefined, 502, 503, 504]

/** Makes a call at one of the nodes: its answer, where it is a good one. */
const call = async (
  { insists, ledger, owner, random, urls }: Subject,
  what: string,
  path: string,
  asked?: Asked
): Promise<Answer | undefined> => {
  const end = performance.now() + (insists ? patience : 0)
  while (true) {
    const answer = await send(ledger, random.pick(urls) + path, owner, asked)
    if (answer !== undefined && answer.status < 300) {
      countOne(ledger.done, what)
      return answer
    }
    if (!passing.includes(answer?.status) || performance.now() > end) {
      if (insists) ledger.broken.push(`${what}: ${answer?.status ?? "no answer"} ${answer?.text ?? ""}`)
      return undefined
    }
    await pause(retryDelay)
  }
}

/** Milliseconds after the answer to a revocation from which no node may accept the key. */
const revocationBound = 1_000

/** Sends a revoked key to a node again and again, the last time after the bound: then it must be refused. */
const watchRevoked = async ({ ledger }: Subject, url: string, key: string) => {
  const end = performance.now() + revocationBound
  for (let isOver = false; !isOver;) {
    isOver = performance.now() > end
    const answer = await send(ledger, `${url}/v1/skills?limit=1`, key)
    if (isOver && answer?.status === 200)
      ledger.broken.push(`${url} accepts a key over ${revocationBound} ms after it was revoked`)
    await pause(20)
  }
}

const makeKey = async (subject: Subject) => {
  const { ledger, random, urls } = subject
  const made = await call(subject, "key", "/generate_auth_token", { body: "{}" })
  if (made === undefined) return
  const key = field(made, "auth_token")
  ledger.acknowledged.keys.set(key, "there")
  if (random.below(2) === 0) return
  // All nodes know the key before it is revoked.
  await Promise.all(urls.map((url) => send(ledger, `${url}/v1/skills?limit=1`, key)))
  ledger.acknowledged.keys.set(key, "open")
  const body = JSON.stringify({ auth_token: key })
  if ((await call(subject, "revocation", "/revoke_auth_token", { body })) === undefined) return
  ledger.acknowledged.keys.set(key, "gone")
  await Promise.all(urls.map((url) => watchRevoked(subject, url, key)))
}

/** As many as are kept: well below the quota of a group. */
const keptSkills = 20

const changeSkills = async (subject: Subject) => {
  const { ledger, owner, random, urls } = subject
  const { files, skills } = ledger.acknowledged
  const there = [...skills].flatMap(([id, state]) => (state === "there" ? [id] : []))
  const id = there.length > keptSkills ? there[random.below(there.length)] : undefined
  if (id === undefined) {
    const file = await Effect.runPromise(bundle(`skill-${skills.size}`))
    const made = await call(subject, "skill", "/v1/skills", { body: skillForm(file) })
    if (made === undefined) return
    files.set(field(made, "skill_id"), hashOf(file))
    skills.set(field(made, "skill_id"), "there")
    return
  }
  const found = await send(ledger, `${random.pick(urls)}/v1/skills/${id}`, owner)
  if (found?.status === 404) ledger.broken.push(`The skill ${id} is gone`)
  if (found?.status !== 200) return
  skills.set(id, "open")
  const query = `expected_revision=${encodeURIComponent(field(found, "revision"))}`
  const deleted = await send(ledger, `${random.pick(urls)}/v1/skills/${id}?${query}`, owner, {
    method: "DELETE"
  })
  if (deleted?.status === 204) skills.set(id, "gone")
}

const asking = (content: string) => ({ model: "sonar", messages: [{ role: "user", content }] })

const chat = async (subject: Subject) => {
  const { ledger, owner, random, urls } = subject
  const { chats } = ledger.acknowledged
  const body = JSON.stringify({ request: asking(`Say ${chats.size}.`), idempotency_key: randomUUID() })
  const made = await call(subject, "async chat", "/v1/async/sonar", { body })
  if (made !== undefined) chats.set(field(made, "id"), undefined)
  const earlier = [...chats.keys()][random.below(chats.size)]
  if (earlier === undefined) return
  const found = await send(ledger, `${random.pick(urls)}/v1/async/sonar/${earlier}`, owner)
  const { fault } = judgeChat(ledger.acknowledged, earlier, found)
  if (fault !== undefined) ledger.broken.push(fault)
}

/** A small decisions request. */
export const decision = JSON.stringify({
  model: "decider-27b",
  state: "The site is down.",
  questions: { urgent: { type: "noul", instructions: "Does this need attention now?" } }
})

const stream = JSON.stringify({ ...asking("What is noul?"), stream: true })

/** Starts the load; gives what ends it. */
export const startLoad = (subject: Subject): (() => Promise<void>) => {
  let isOver = false
  const repeat = async (work: (subject: Subject) => Promise<unknown>) => {
    while (!isOver) {
      await work(subject)
      await pause(20)
    }
  }
  const done = Promise.all(
    [
      makeKey,
      makeKey,
      changeSkills,
      chat,
      chat,
      (own: Subject) => call(own, "decision", "/v1/decisions", { body: decision }),
      (own: Subject) => call(own, "chat stream", "/v1/sonar", { body: stream })
    ].map(repeat)
  )
  return async () => {
    isOver = true
    await done
  }
}

/** The figures of a run, one line each. */
export const report = ({ acknowledged, broken, done }: Ledger): ReadonlyArray<string> => {
  const { chats, keys, skills } = acknowledged
  return [
    `calls that succeeded: ${countsText(done)}`,
    `acknowledged: ${keys.size} keys, ${chats.size} async chats, ${skills.size} skills`,
    `promises broken: ${broken.length}`
  ]
}
