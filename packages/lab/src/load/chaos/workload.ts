// The load of the chaos test: writes through all nodes, and the record of what was acknowledged and broken.
import * as Effect from "effect/Effect"
import { bundle } from "../../fakes/skills.ts"
import type { SeededRandom } from "../../faults/seededRandom.ts"
import { pause } from "../../processes.ts"
import { type Counts, countOne } from "../../tables.ts"
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
} from "../acknowledged.ts"
import type { ChaosNode } from "./chaosNode.ts"

/** The record of a run. */
export interface Ledger {
  readonly acknowledged: Acknowledged
  /** Milliseconds after each revocation's answer until a node that answered accepted the key no more. */
  readonly revocationDelays: Array<number>
  /** Milliseconds of requests while nothing was wrong. */
  readonly calm: Array<number>
  /** Requests that came back with each status or error, whatever was wrong then. */
  readonly answers: Counts
  /** Broken promises, one line each. */
  readonly broken: Array<string>
}

/** The record of a run, and how many troubles there were. */
export interface ChaosResult {
  readonly ledger: Ledger
  readonly troubles: number
}

/** An empty record. */
export const newLedger = (): Ledger => ({
  acknowledged: nothingYet(),
  revocationDelays: [],
  calm: [],
  answers: {},
  broken: []
})

/** Sends a request with a key, and counts what came of it: no answer may be 500. */
export const send = async (
  { answers, broken }: Ledger,
  url: string,
  key: string,
  asked: Asked = {}
): Promise<Answer | undefined> => {
  const answer = await ask(url, key, asked)
  const status = answer === undefined ? "no answer" : String(answer.status)
  countOne(answers, answer?.status === 429 ? `429 (${answer.text})` : status)
  if (answer?.status === 500)
    broken.push(
      `${asked.method ?? "A request"} to ${url} is 500 at ${new Date().toISOString()}: ${answer.text}`
    )
  return answer
}

/** What the load runs on. */
export interface Subject {
  readonly nodes: readonly [ChaosNode, ChaosNode, ChaosNode]
  /** The key that makes the others. */
  readonly owner: string
  readonly ledger: Ledger
  readonly random: SeededRandom
}

/** Milliseconds after the answer to a revocation from which no node may accept the key. */
const revocationBound = 1_000

/** Milliseconds between two requests with a key that was revoked. */
const probePause = 20

const chatBody = (text: string) =>
  JSON.stringify({ request: { model: "sonar", messages: [{ role: "user", content: text }] } })

const some = <A>(random: SeededRandom, all: ReadonlyArray<A>): A | undefined => all[random.below(all.length)]

/** Sends a revoked key to a node until it is refused, and once more after the bound. */
const watchRevoked = async ({ ledger }: Subject, node: ChaosNode, key: string, revokedAt: number) => {
  let [isRefused, isReachable] = [false, true]
  while (true) {
    const sentAt = performance.now() - revokedAt
    const answer = await send(ledger, `${node.baseUrl}/v1/skills?limit=1`, key)
    if (answer?.status === 200 && sentAt > revocationBound) {
      ledger.broken.push(`${node.name} accepts a key ${Math.round(sentAt)} ms after it was revoked`)
      return
    }
    const isSilent = performance.now() - revokedAt - sentAt > revocationBound
    if (isSilent || (answer?.status !== 200 && answer?.status !== 401)) isReachable = false
    if (answer?.status === 401 && !isRefused) {
      isRefused = true
      if (isReachable) ledger.revocationDelays.push(sentAt)
    }
    if (sentAt > revocationBound) return
    await pause(isRefused ? revocationBound - sentAt + 1 : probePause)
  }
}

const makeKey = async (subject: Subject) => {
  const { ledger, nodes, owner, random } = subject
  const made = await send(ledger, `${random.pick(nodes).baseUrl}/generate_auth_token`, owner, { body: "{}" })
  if (made?.status !== 200) return
  const key = field(made, "auth_token")
  ledger.acknowledged.keys.set(key, "there")
  if (random.below(2) === 0) return
  // All nodes know the key before it is revoked.
  await Promise.all(nodes.map(({ baseUrl }) => send(ledger, `${baseUrl}/v1/skills?limit=1`, key)))
  ledger.acknowledged.keys.set(key, "open")
  const body = JSON.stringify({ auth_token: key })
  const gone = await send(ledger, `${random.pick(nodes).baseUrl}/revoke_auth_token`, owner, { body })
  if (gone?.status !== 200) return
  ledger.acknowledged.keys.set(key, "gone")
  const revokedAt = performance.now()
  await Promise.all(nodes.map((node) => watchRevoked(subject, node, key, revokedAt)))
}

let skillNumber = 0

const changeSkills = async ({ ledger, nodes, owner, random }: Subject) => {
  const skills = `${random.pick(nodes).baseUrl}/v1/skills`
  const there = [...ledger.acknowledged.skills].flatMap(([id, state]) => (state === "there" ? [id] : []))
  const id = there.length > 20 ? some(random, there) : undefined
  if (id === undefined) {
    const file = await Effect.runPromise(bundle(`skill-${skillNumber++}`))
    const made = await send(ledger, skills, owner, { body: skillForm(file) })
    if (made?.status !== 201) return
    const newId = field(made, "skill_id")
    ledger.acknowledged.files.set(newId, hashOf(file))
    ledger.acknowledged.skills.set(newId, "there")
    return
  }
  const found = await send(ledger, `${skills}/${id}`, owner)
  if (found?.status === 404) ledger.broken.push(`The skill ${id} is gone`)
  if (found?.status !== 200) return
  ledger.acknowledged.skills.set(id, "open")
  const query = `expected_revision=${encodeURIComponent(field(found, "revision"))}`
  const deleted = await send(ledger, `${skills}/${id}?${query}`, owner, { method: "DELETE" })
  if (deleted?.status === 204 || deleted?.status === 200) ledger.acknowledged.skills.set(id, "gone")
}

const chat = async (subject: Subject) => {
  const { ledger, nodes, owner, random } = subject
  const { chats } = ledger.acknowledged
  const made = await send(ledger, `${random.pick(nodes).baseUrl}/v1/async/sonar`, owner, {
    body: chatBody(`Say ${chats.size}.`)
  })
  if (made?.status === 200) chats.set(field(made, "id"), undefined)
  const earlier = some(random, [...chats.keys()])
  if (earlier === undefined) return
  const found = await send(ledger, `${random.pick(nodes).baseUrl}/v1/async/sonar/${earlier}`, owner)
  const { fault } = judgeChat(ledger.acknowledged, earlier, found)
  if (fault !== undefined) ledger.broken.push(fault)
}

/** Writes until it is over. */
export const runLoad = async (subject: Subject, isOver: () => boolean): Promise<void> => {
  const repeat = async (work: (subject: Subject) => Promise<void>) => {
    while (!isOver()) {
      await work(subject)
      await pause(20)
    }
  }
  await Promise.all([repeat(makeKey), repeat(makeKey), repeat(changeSkills), repeat(chat), repeat(chat)])
}

/** What was done so far, in a line. */
export const progressLine = ({ acknowledged: { chats, keys, skills }, broken }: Ledger): string =>
  `${keys.size} keys, ${skills.size} skills, ${chats.size} async chats; ${broken.length} promises broken`
