// The decision of the benchmark: ten questions about a text.
import type { Questions } from "@leadline/core/decisions"

/** Questions of a decision. */
export const questionsPerDecision = 10

/** Calls of one decision in progress at a time, after its first. */
export const callConcurrency = 8

/** The text: about a page of a letter. */
export const state = "I was charged twice for March, please pay it back. The app itself works fine. ".repeat(
  12
)

const kinds = [
  { type: "noul", instructions: "Does the writer ask for money back?" },
  {
    type: "choice",
    instructions: "Who handles this?",
    criteria: { billing: "Invoices", technical: "Bugs", sales: null }
  },
  { type: "score", criteria: ["calm", "annoyed", "furious"] }
] as const

/** Ten questions of all kinds. */
export const questions: Questions = Object.fromEntries(
  Array.from({ length: questionsPerDecision }, (_, at) => [
    `question${at}`,
    kinds[at % kinds.length] ?? kinds[0]
  ])
)
