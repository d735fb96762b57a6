// A fake chat engine: repeats the user's text word by word, or follows the instructions in it.
import { Chat, type ChatRequest, make, textOf } from "@leadline/core/chat"
import * as Layer from "effect/Layer"
import { respond, parseInstructions, respondStream } from "./instructions.ts"

const source = {
  title: "Brest",
  url: "https://tides.example/brest",
  snippet: "High water 06:12",
  source: "web"
}
const citations = [source.url]

const usage = (completion_tokens: number, cost: object) => ({
  prompt_tokens: 6,
  completion_tokens,
  total_tokens: 6 + completion_tokens,
  search_context_size: "low",
  cost: { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0, ...cost }
})

/** The cost of a whole answer. */
const cost = {
  input_tokens_cost: 0.000006,
  output_tokens_cost: 0.000009,
  request_cost: 0.005,
  total_cost: 0.005015
}

const textIn = ({ messages }: ChatRequest): string => {
  const last = messages.findLast(({ role }) => role === "user")
  return last === undefined ? "" : textOf(last)
}

/** The answer, and the same as events. */
const replyTo = (request: ChatRequest) => {
  // Words with the spaces before them.
  const pieces = textIn(request).match(/\s*\S+|\s+$/g) ?? []
  const message = { role: "assistant", content: pieces.join("") }
  const delta = { role: "assistant", content: "" }
  const completion = (kind: string, choice: object, more: object) => ({
    id: "c1",
    model: request.model,
    created: 1_790_000_000,
    object: `chat.completion${kind}`,
    choices: [{ index: 0, finish_reason: "stop", ...choice }],
    citations,
    ...more
  })
  const whole = {
    search_results: [source],
    usage: { ...usage(pieces.length, cost), num_search_queries: 1 }
  }
  return {
    answer: completion("", { message, delta }, whole),
    events: [
      ...pieces.map((content, at) =>
        completion(
          ".chunk",
          { finish_reason: null, delta: { role: "assistant", content } },
          { ...(at === 0 && { search_results: [source] }), usage: usage(at + 1, {}) }
        )
      ),
      completion(".done", { message, delta }, whole)
    ]
  }
}

/** The fake chat service. */
export const layerFakeChat: Layer.Layer<Chat> = Layer.succeed(
  Chat,
  make({
    create: (request) => respond(parseInstructions(textIn(request)), replyTo(request).answer),
    stream: (request) => respondStream(parseInstructions(textIn(request)), replyTo(request).events)
  })
)
