// Many calls at once by one client, against the server with its default limits: how many fail under which options.
import { createClient, type ClientOptions } from "@leadline/transport-node"
import type { Target } from "../attack/Attack.ts"

const request = {
  model: "decider-27b",
  state: "The site is down.",
  questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
} as const

/** The options under which no call may fail. */
export const optionSets = [
  { concurrency: 8 },
  { concurrency: 8, waitForRateLimit: true },
  { concurrency: 1, waitForRateLimit: true }
] as const satisfies ReadonlyArray<ClientOptions>

/** What came of the calls. */
export interface BulkResult {
  readonly options: ClientOptions
  readonly calls: number
  /** How many calls failed, by error. */
  readonly failures: ReadonlyMap<string, number>
  /** HTTP requests that were answered with 429. */
  readonly refused: number
  readonly milliseconds: number
  /** Bytes of heap at most, sampled while calls were in progress. */
  readonly memory: number
}

/** Asks for so many decisions at once. */
export const runBulk = async (
  { port }: Pick<Target, "port">,
  apiKey: string,
  calls: number,
  options: ClientOptions
): Promise<BulkResult> => {
  let refused = 0
  const client = createClient({
    ...options,
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey,
    onAttempt: ({ error }) => void (error?._tag === "RateLimitError" && refused++)
  })
  const failures = new Map<string, number>()
  let memory = 0
  const sample = () => (memory = Math.max(memory, process.memoryUsage().heapUsed))
  const sampling = setInterval(sample, 250)
  const startedAt = performance.now()
  const one = async () => {
    try {
      await client.decisions.create(request)
    } catch (error) {
      const name = error instanceof Error ? error.name : "unknown"
      failures.set(name, (failures.get(name) ?? 0) + 1)
    }
  }
  const all = Array.from({ length: calls }, one)
  sample()
  await Promise.all(all)
  const milliseconds = performance.now() - startedAt
  clearInterval(sampling)
  await client.close()
  return { options, calls, failures, refused, milliseconds, memory }
}
