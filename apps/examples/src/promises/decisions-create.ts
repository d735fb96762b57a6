// Asks three kinds of questions about a text. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"

const client = createClient({})

const { answers, usage } = await client.decisions.create({
  model: "decider-27b",
  state: "I was charged twice for March. Please pay the second charge back.",
  questions: {
    refund: { type: "noul", instructions: "Should the second charge be paid back?" },
    team: { type: "choice", criteria: { billing: "Invoices and refunds", technical: "Bugs and outages" } },
    mood: { type: "score", criteria: ["calm", "annoyed", "furious"] }
  }
})

console.log(`refund asked: ${answers.refund.noul.toFixed(2)}`)
console.log(`team: ${answers.team.choice}, confidence ${answers.team.confidence.toFixed(2)}`)
console.log(`mood: ${answers.mood.score.toFixed(1)} of 2, tokens: ${usage.input_tokens}`)

await client.close()
