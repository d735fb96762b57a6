// Callers of nodes that are replaced: they retry what fails, and remember what was acknowledged.
import { createClient } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { bundle } from "../../fakes/skills.ts"
import { pause } from "../../processes.ts"
import { countOne, type Counts } from "../../tables.ts"
import { type Acknowledged, hashOf, nothingYet } from "../acknowledged.ts"

/** What the callers did. */
export interface Ledger {
  readonly acknowledged: Acknowledged
  /** Calls that succeeded, by operation. */
  readonly calls: Counts
  /** How many calls needed so many attempts. */
  readonly attempts: Counts
  /** Why attempts failed that were retried, and how often. */
  readonly retried: Counts
  /** Calls that failed. */
  readonly failed: Array<string>
}

/** A ledger without entries. */
export const newLedger = (): Ledger => ({
  acknowledged: nothingYet(),
  calls: {},
  attempts: {},
  retried: {},
  failed: []
})

/** Errors that say nothing against the request: it may succeed later, or at another node. */
const passing = /^(?:ConnectionError|UnavailableError|DeadlineExceededError|StreamTruncatedError)$/

/** Milliseconds between two attempts, and for all of a call. */
const retryDelay = 100
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
      countOne(ledger.calls, name)
      countOne(ledger.attempts, `${attempt}`)
      return answer
    } catch (error) {
      const { message, name: kind } = error instanceof Error ? error : new Error(String(error))
      if (!passing.test(kind) || performance.now() - began > patience) {
        ledger.failed.push(`${name}: ${kind}: ${message}`)
        return undefined
      }
      countOne(ledger.retried, `${name}: ${kind}`)
      await pause(retryDelay)
    }
  }
}

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
  file: Uint8Array,
  { chats, files, keys, skills } = ledger.acknowledged
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
    if (made !== undefined) chats.set(made.id, undefined)
  },
  async () => {
    const made = await insist(ledger, "key", () => client.apiKeys.generate({}))
    if (made === undefined) return
    const { auth_token } = made
    keys.set(auth_token, "there")
    if (keys.size % 2 === 0) return
    keys.set(auth_token, "open")
    const revoked = await insist(ledger, "revocation", async () => {
      await client.apiKeys.revoke({ auth_token })
      return true
    })
    if (revoked === true) keys.set(auth_token, "gone")
  },
  async () => {
    if (skills.size >= maxSkills) return
    const made = await insist(ledger, "skill", () => client.skills.create({ file }))
    if (made === undefined) return
    files.set(made.skill_id, hashOf(file))
    skills.set(made.skill_id, "there")
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
      await pause(rest)
    }
  }
  const calling = Promise.all(tasks(client, ledger, file).map(call))
  return async () => {
    isOver = true
    await calling
    await client.close()
  }
}
