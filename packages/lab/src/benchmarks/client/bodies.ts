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

const chatOf = (content: string) => ({
  model: "sonar" as const,
  messages: [{ role: "user" as const, content }]
})

const chattedOf = (content: string) => ({
  id: "c1",
  object: "chat.completion",
  created: 1_790_000_000,
  model: "sonar",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
  usage: { prompt_tokens: 12, completion_tokens: 8, total_tokens: 20 }
})

/** A body of as many bytes as another: its text is made longer. */
const asLong = <A>(make: (text: string) => A, other: unknown): A =>
  make("x".repeat(JSON.stringify(other).length - JSON.stringify(make("")).length))

/** A short chat. */
export const chat = chatOf(
  "What is the capital of France? Answer in one sentence, cite sources, and be brief."
)

/** A chat of as many bytes as {@link decision}, for clients that have no decisions. */
export const twin = asLong(chatOf, decision)

/** The bodies of answers. */
export const answers = {
  decision: JSON.stringify(decided),
  chat: JSON.stringify(chattedOf("Paris is the capital of France.")),
  twin: JSON.stringify(asLong(chattedOf, decided))
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
export const eventBytes = (count: number): Uint8Array => {
  const words = ["Paris ", "is the ", "capital ", "of ", "France, ", "“naturellement”. "]
  const chunks = Array.from({ length: count - 1 }, (_, index) =>
    frame(chunk("chat.completion.chunk", words[index % words.length] ?? "", null))
  )
  return new TextEncoder().encode(
    [...chunks, frame(chunk("chat.completion.done", "", "stop")), "data: [DONE]\n\n"].join("")
  )
}

/** Cuts bytes into the parts that a socket tends to give. */
export const parts = (bytes: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, index) =>
    bytes.slice(index * 16_384, (index + 1) * 16_384)
  )
