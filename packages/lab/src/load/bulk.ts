// Many calls at once by one client, under the options with which none may fail.
import { type ClientOptions, createClient } from "@leadline/transport-node"
import { type Counts, countOne } from "../tables.ts"

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
  /** How many calls failed, by error. */
  readonly failures: Readonly<Counts>
  /** HTTP requests that were answered with 429. */
  readonly refused: number
}

/** Asks for so many decisions at once. */
export const runBulk = async (
  port: number,
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
  const failures: Counts = {}
  const one = async () => {
    try {
      await client.decisions.create(request)
    } catch (error) {
      countOne(failures, error instanceof Error ? error.name : "unknown")
    }
  }
  await Promise.all(Array.from({ length: calls }, one))
  await client.close()
  return { failures, refused }
}
