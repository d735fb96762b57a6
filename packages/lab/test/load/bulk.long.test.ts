// Bulk calls against the server with a low limit.
import { type ClientOptions, createClient } from "@leadline/transport-node"
import { assert, it } from "vitest"
import { startServer } from "../../src/load/startServer.ts"

/** The options under which no call may fail. */
const optionSets = [
  { concurrency: 8 },
  { concurrency: 8, waitForRateLimit: true },
  { concurrency: 1, waitForRateLimit: true }
] as const satisfies ReadonlyArray<ClientOptions>

const request = {
  model: "decider-27b",
  state: "The site is down.",
  questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
} as const

/** Asks for so many decisions at once; none may fail. Gives how many requests were answered with 429. */
const askAtOnce = async (calls: number, options: ClientOptions): Promise<number> => {
  let refused = 0
  const client = createClient({
    ...options,
    onAttempt: ({ error }) => void (error?._tag === "RateLimitError" && refused++)
  })
  await Promise.all(Array.from({ length: calls }, () => client.decisions.create(request)))
  await client.close()
  return refused
}

it("none of 60 calls at once fails under any of the options, though the server refuses some", async () => {
  // Each with a key of its own: the limits are those of a key.
  const { baseUrl, keys, program } = await startServer(optionSets.length, {
    LEADLINE_REQUESTS_PER_SECOND: "20"
  })
  let refused = 0
  // A machine that is slow for a while may stay below the limit.
  for (let run = 0; run < 10 && refused === 0; run++) {
    const [first = 0] = await Promise.all(
      optionSets.map((options, at) => askAtOnce(60, { ...options, baseUrl, apiKey: keys[at] ?? "" }))
    )
    refused = first
  }
  await program.end("SIGKILL")
  assert.isAbove(refused, 0)
}, 180_000)
