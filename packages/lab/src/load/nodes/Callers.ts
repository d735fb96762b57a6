// Callers of nodes that are replaced: they retry what fails, and remember what was acknowledged.
import { createClient } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import { createHash, randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { bundle } from "../../fakes/skills.ts"

/** What the callers did, and what was acknowledged. */
export interface Ledger {
  /** Calls that succeeded, by operation. */
  readonly calls: Map<string, number>
  /** How many calls needed so many attempts. */
  readonly attempts: Map<number, number>
  /** Why attempts failed that were retried, and how often. */
  readonly retried: Map<string, number>
  /** Calls that failed. */
  readonly failed: Array<string>
  /** Keys by their text; unknown: a revocation was sent, but not answered. */
  readonly keys: Map<string, "active" | "revoked" | "unknown">
  readonly chats: Set<string>
  /** Skills by their id, with the hash of their file. */
  readonly skills: Map<string, string>
}

/** A ledger without entries. */
export const newLedger = (): Ledger => ({
  calls: new Map(),
  attempts: new Map(),
  retried: new Map(),
  failed: [],
  keys: new Map(),
  chats: new Set(),
  skills: new Map()
})

const count = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** Errors that say nothing against the request: it may succeed later, or at another node. */
const passing = /^(?:ConnectionError|UnavailableError|DeadlineExceededError|StreamTruncatedError)$/

/** Milliseconds between two attempts, and for all of a call. */
const pause = 100
const patience = 60_000

/** Calls until it succeeds. */
const insist = async <A>(
  ledger: Ledger,
  name: string,
  send: () => PromiseLike<A>
): Promise<A | undefined> => {
  const began = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await send()
      count(ledger.calls, name)
      count(ledger.attempts, attempt)
      return answer
    } catch (error) {
      const { message, name: kind } = error instanceof Error ? error : new Error(String(error))
      if (!passing.test(kind) || performance.now() - began > patience) {
        ledger.failed.push(`${name}: ${kind}: ${message}`)
        return undefined
      }
      count(ledger.retried, `${name}: ${kind}`)
      await setTimeout(pause)
    }
  }
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

const question = {
  model: "decider-27b",
  state: "The site is down.",
  questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
} as const

const asking = (content: string) => ({ model: "sonar", messages: [{ role: "user" as const, content }] })

const readAll = async (events: AsyncIterable<unknown>) => {
  for await (const _event of events) void _event
}

/** What a caller does again and again. */
const tasks = (
  client: ReturnType<typeof createClient>,
  ledger: Ledger,
  file: Uint8Array
): ReadonlyArray<() => Promise<void>> => [
  async () => void (await insist(ledger, "decisions", () => client.decisions.create(question))),
  async () => {
    await insist(ledger, "chat stream", () => readAll(client.chat.stream(asking("What is noul?"))))
  },
  async () => {
    const idempotency_key = randomUUID()
    const request = asking(`Say ${idempotency_key}.`)
    const made = await insist(ledger, "async chat", () =>
      client.asyncChat.create({ request, idempotency_key })
    )
    if (made !== undefined) ledger.chats.add(made.id)
  },
  async () => {
    const made = await insist(ledger, "key", () => client.apiKeys.generate({}))
    if (made === undefined) return
    const { auth_token } = made
    ledger.keys.set(auth_token, "active")
    if (ledger.keys.size % 2 === 0) return
    ledger.keys.set(auth_token, "unknown")
    const revoked = await insist(ledger, "revocation", async () => {
      await client.apiKeys.revoke({ auth_token })
      return true
    })
    if (revoked === true) ledger.keys.set(auth_token, "revoked")
  },
  async () => {
    if (ledger.skills.size >= maxSkills) return
    const made = await insist(ledger, "skill", () => client.skills.create({ file }))
    if (made !== undefined) ledger.skills.set(made.skill_id, hashOf(file))
  }
]

/** Below the quota of a group. */
const maxSkills = 200

/** Milliseconds of rest of a caller between two calls. */
const rest = 10

/** Starts a caller for each task; gives what ends them. */
export const startCallers = async (baseUrl: string, apiKey: string, ledger: Ledger) => {
  const client = createClient({ baseUrl, apiKey, maxRetries: 0 })
  const file = await Effect.runPromise(bundle("tides"))
  let isOver = false
  const call = async (task: () => Promise<void>) => {
    while (!isOver) {
      await task()
      await setTimeout(rest)
    }
  }
  const calling = Promise.all(tasks(client, ledger, file).map(call))
  return async () => {
    isOver = true
    await calling
    await client.close()
  }
}

/** Asks a node for all that was acknowledged; gives what is lost. */
export const lostAt = async (
  baseUrl: string,
  apiKey: string,
  ledger: Ledger
): Promise<ReadonlyArray<string>> => {
  const lost: Array<string> = []
  for (const [key, state] of ledger.keys) {
    if (state === "unknown") continue
    const headers = { authorization: `Bearer ${key}` }
    const { body, status } = await fetch(`${baseUrl}/v1/async/sonar`, { headers })
    await body?.cancel()
    if (status !== (state === "active" ? 200 : 401)) lost.push(`a key that is ${state}: ${status}`)
  }
  const client = createClient({ baseUrl, apiKey })
  for (const id of ledger.chats) {
    const began = performance.now()
    let { error_message, status } = await client.asyncChat.get({ id })
    while (status !== "COMPLETED" && status !== "FAILED" && performance.now() - began < patience) {
      await setTimeout(pause)
      ;({ error_message, status } = await client.asyncChat.get({ id }))
    }
    if (status !== "COMPLETED") lost.push(`an async chat: ${status} ${error_message ?? ""}`)
  }
  for (const [skill_id, hash] of ledger.skills) {
    const { url } = await client.skills.download({ skill_id })
    const file = await fetch(baseUrl + new URL(url).pathname)
    if (hashOf(new Uint8Array(await file.arrayBuffer())) !== hash) lost.push(`the file of ${skill_id}`)
  }
  await client.close()
  return lost
}
