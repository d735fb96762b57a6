// Sorts tickets, one a line, as a Stream, over fetch: node triage-in-bulk.ts < tickets.txt > sorted.jsonl.
// After a run that ended early: node triage-in-bulk.ts sorted.jsonl < tickets.txt >> sorted.jsonl sorts the rest.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { mapDecisionsEffect } from "@leadline/core/bulk"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

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
const tickets = Stream.fromAsyncIterable(
  unsorted(),
  (cause) => new Error("The input cannot be read.", { cause })
)

const results = mapDecisionsEffect(
  tickets,
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

const program = Stream.runForEach(results, ({ error, item, result }) => {
  if (error === undefined) {
    const { team, urgent } = result.answers
    // A person looks at what is unclear. Choose the threshold on tickets whose team you know.
    const to = team.confidence < 0.2 ? "person" : team.choice
    return Console.log(JSON.stringify({ ...item, to, urgent: Number(urgent.noul.toFixed(2)) }))
  }
  // No other ticket would fare better.
  if (error._tag === "AuthenticationError") return Effect.fail(error)
  process.exitCode = 1
  return Console.error(`line ${item.line}: ${error.message}${error.isRetryable ? " Try it again." : ""}`)
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
