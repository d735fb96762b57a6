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

/** Words with the spaces before them. */
const words = (text: string): ReadonlyArray<string> => text.match(/\s*\S+|\s+$/g) ?? []

const noCost = { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0 }

const usage = (completion_tokens: number, cost: object) => ({
  prompt_tokens: 6,
  completion_tokens,
  total_tokens: 6 + completion_tokens,
  search_context_size: "low",
  cost
})

const replyParts = (request: ChatRequest) => {
  const last = request.messages.findLast(({ role }) => role === "user")
  const said = last === undefined ? "" : textOf(last)
  const pieces = words(said)
  const head = { id: "c1", model: request.model, created: 1_790_000_000 }
  const whole = {
    citations,
    search_results: [source],
    usage: {
      ...usage(pieces.length, {
        input_tokens_cost: 0.000006,
        output_tokens_cost: 0.000009,
        request_cost: 0.005,
        total_cost: 0.005015
      }),
      num_search_queries: 1
    }
  }
  const message = { role: "assistant", content: pieces.join("") }
  return { head, message, pieces, said, whole }
}

const answer = (request: ChatRequest) => {
  const { head, message, whole } = replyParts(request)
  return {
    ...head,
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: "stop", message, delta: { role: "assistant", content: "" } }],
    ...whole
  }
}

const events = (request: ChatRequest): ReadonlyArray<unknown> => {
  const { head, message, pieces, whole } = replyParts(request)
  const isFull = request.stream_mode !== "concise"
  const step = { thought: "Look for the tide table." }
  const nothing = { role: "assistant", content: "" }
  const event = (object: string, choice: object, more: object = {}) => ({
    ...head,
    object,
    choices: [{ index: 0, finish_reason: null, ...choice }],
    ...more
  })
  return [
    ...(isFull
      ? []
      : [
          event("chat.reasoning", { delta: { ...nothing, reasoning_steps: [step] } }),
          event(
            "chat.reasoning.done",
            { delta: nothing, message: { ...nothing, reasoning_steps: [step] } },
            { search_results: [source], usage: usage(0, noCost) }
          )
        ]),
    ...pieces.map((content, at) =>
      event(
        "chat.completion.chunk",
        { delta: { role: "assistant", content } },
        isFull
          ? { citations, ...(at === 0 && { search_results: [source] }), usage: usage(at + 1, noCost) }
          : {}
      )
    ),
    event("chat.completion.done", { delta: nothing, message, finish_reason: "stop" }, whole)
  ]
}

const instructions = (request: ChatRequest) => parseInstructions(replyParts(request).said)

/** The fake chat service. */
export const layerFakeChat: Layer.Layer<Chat> = Layer.succeed(
  Chat,
  make({
    create: (request) => respond(instructions(request), answer(request)),
    stream: (request) => respondStream(instructions(request), events(request))
  })
)
