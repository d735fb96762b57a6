// Sorts tickets, one a line: node triage-in-bulk.ts < tickets.txt > sorted.jsonl. Failures go to standard error.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { mapDecisions } from "@leadline/core/bulk"
import { createClient } from "@leadline/transport-node"
import { createInterface } from "node:readline"

const client = createClient()

// Lines are read as they are needed: the input may be of any size.
const tickets = createInterface({ input: process.stdin })
const results = mapDecisions(
  client.decisions,
  tickets,
  (ticket) => ({
    model: "decider-27b",
    state: ticket,
    questions: {
      team: { type: "choice", criteria: { billing: "Invoices and refunds", technical: "Bugs and outages" } },
      urgent: { type: "noul", instructions: "Does this need somebody now?" }
    }
  }),
  { concurrency: 8, onError: "yield" }
)

let failed = 0
for await (const { error, index, item, result } of results) {
  if (error === undefined) {
    const { team, urgent } = result.answers
    // A person looks at what is unclear. Choose the threshold on tickets whose team you know.
    const to = team.confidence < 0.2 ? "person" : team.choice
    console.log(JSON.stringify({ line: index + 1, to, urgent: Number(urgent.noul.toFixed(2)), ticket: item }))
  } else {
    // No other ticket would fare better.
    if (error._tag === "AuthenticationError") throw error
    failed++
    console.error(`line ${index + 1}: ${error.message}${error.isRetryable ? " Try it again." : ""}`)
  }
}
if (failed > 0) process.exitCode = 1

await client.close()
