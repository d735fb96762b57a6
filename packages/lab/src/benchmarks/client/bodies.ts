// The requests that every client sends and the answers that the server gives, the same for all.
// Source: §2.1, §2.2, §2.10; Assumed: ours for the words.

/** Three questions, one of each kind. */
export const decision = {
  model: "decider-27b",
  state: "My invoice is wrong and nobody answers. I want my money back now.",
  questions: {
    urgent: { type: "noul", instructions: "Is it urgent?" },
    team: { type: "choice", criteria: { billing: "Money", tech: "Bugs", other: null } },
    anger: { type: "score", criteria: ["calm", "annoyed", "angry"] }
  }
} as const

const decided = {
  model: "decider-27b",
  answers: {
    urgent: { type: "noul", noul: 0.93 },
    team: {
      type: "choice",
      choice: "billing",
      confidence: 0.7,
      probabilities: { billing: 0.8, tech: 0.15, other: 0.05 }
    },
    anger: {
      type: "score",
      score: 1.2,
      confidence: 0.5,
      probabilities: { "0": 0.2, "1": 0.4, "2": 0.4 },
      legend: { "0": "calm", "1": "annoyed", "2": "angry" }
    }
  },
  usage: { input_tokens: 120, output_tokens: 0 }
}

const question = "What is the capital of France? Answer in one sentence, cite sources, and be brief."

/** A short chat. */
export const chat = {
  model: "sonar" as const,
  messages: [{ role: "user" as const, content: question }]
}

const message = { role: "assistant", content: "Paris is the capital of France." }

/** The bodies of answers. */
export const answers = {
  decision: JSON.stringify(decided),
  chat: JSON.stringify({
    id: "c1",
    object: "chat.completion",
    created: 1_790_000_000,
    model: "sonar",
    choices: [{ index: 0, finish_reason: "stop", message }],
    usage: { prompt_tokens: 12, completion_tokens: 8, total_tokens: 20 }
  })
}

/** An event of a chat stream. */
export const chunk = (object: string, content: string, finish_reason: string | null) => ({
  id: "c1",
  object,
  created: 1_790_000_000,
  model: "sonar",
  choices: [{ index: 0, finish_reason, delta: { role: "assistant", content } }]
})

const frame = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`

/** The bytes of a stream of `count` events: small chunks, one that closes the content, and the end mark. */
export const eventBytes = (count: number): Buffer => {
  const word = frame(chunk("chat.completion.chunk", "“naturellement” ", null))
  return Buffer.from(
    `${word.repeat(count - 1)}${frame(chunk("chat.completion.done", "", "stop"))}data: [DONE]\n\n`
  )
}
