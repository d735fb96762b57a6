// Sorts tickets, one a line: node triage-in-bulk.ts < tickets.txt > sorted.jsonl. Failures go to standard error.
// After a run that ended early: node triage-in-bulk.ts sorted.jsonl < tickets.txt >> sorted.jsonl sorts the rest.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { mapDecisions } from "@leadline/core/bulk"
import { createClient } from "@leadline/transport-node"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"

const client = createClient()

// The lines that an earlier run has sorted, in the file it wrote.
const [file] = process.argv.slice(2)
const written = file === undefined ? [] : readFileSync(file, "utf8").trimEnd().split("\n")
const sorted = new Set(written.flatMap((text) => (text === "" ? [] : [Number(JSON.parse(text).line)])))

// Lines are read as they are needed: the input may be of any size.
async function* unsorted() {
  let line = 0
  for await (const ticket of createInterface({ input: process.stdin }))
    if (!sorted.has(++line)) yield { line, ticket }
}

const results = mapDecisions(
  client.decisions,
  unsorted(),
  ({ ticket }) => ({
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
for await (const { error, item, result } of results) {
  if (error === undefined) {
    const { team, urgent } = result.answers
    // A person looks at what is unclear. Choose the threshold on tickets whose team you know.
    const to = team.confidence < 0.2 ? "person" : team.choice
    console.log(JSON.stringify({ ...item, to, urgent: Number(urgent.noul.toFixed(2)) }))
  } else {
    // No other ticket would fare better.
    if (error._tag === "AuthenticationError") throw error
    failed++
    console.error(`line ${item.line}: ${error.message}${error.isRetryable ? " Try it again." : ""}`)
  }
}
if (failed > 0) process.exitCode = 1

await client.close()
