// Code of yours to be tested: which team takes a ticket.
import type { Client } from "@leadline/core/client"
import { isApiError } from "@leadline/core/errors"

/** The team of a ticket; a person looks at what is unclear, or at everything while the service is busy. */
export const teamOf = async (client: Client, ticket: string): Promise<"billing" | "technical" | "person"> => {
  try {
    const { answers } = await client.decisions.create({
      model: "decider-27b",
      state: ticket,
      questions: {
        team: { type: "choice", criteria: { billing: "Invoices and refunds", technical: "Bugs and outages" } }
      }
    })
    return answers.team.confidence < 0.2 ? "person" : answers.team.choice
  } catch (error) {
    if (isApiError(error) && error.isRetryable) return "person"
    throw error
  }
}
