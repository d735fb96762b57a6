// One request of each kind that facts send.
// Source: §4.
export const decision = {
  model: "decider-27b",
  state: "I was charged twice for M\u00e4rz \u{1F4B8}, please pay it back.",
  questions: {
    refund: { type: "noul", instructions: "Does the writer ask for money back?" },
    team: { type: "choice", criteria: { billing: null, support: null } }
  }
} as const

export const chat = { model: "sonar", messages: [{ role: "user", content: "hello" }] } as const

export const response = { model: "openai/gpt-5", input: "hello" } as const
