// Tests code of yours without a service: a script says what the wire does. Needs nothing.
import type { Client } from "@leadline/core/client"
import { respond, fail, mockClient, when } from "@leadline/core/testing"

/** The code under test. */
const isUrgent = async (client: Client, ticket: string): Promise<boolean> => {
  const { answers } = await client.decisions.create({
    model: "decider-27b",
    state: ticket,
    questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
  })
  return answers.urgent.noul > 0.5
}

const urgent = respond.decisions.create({
  model: "decider-27b",
  answers: { urgent: { type: "noul", noul: 0.9 } },
  usage: { input_tokens: 12, output_tokens: 0 }
})

const { client, requests, waits } = mockClient([
  fail.status(429, { retryAfter: "2 seconds" }),
  when({ body: { state: "The site is down." } }, urgent)
])

console.log(`urgent: ${await isUrgent(client, "The site is down.")}`)
console.log(`${requests.length} requests, ${waits.join()} ms between them that were skipped`)

// Rejects if a request was not expected, or a step was not used.
await client.close()
