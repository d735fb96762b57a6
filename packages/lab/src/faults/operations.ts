// The operations that meet every fault, one of each retry class, with their good responses.
// Source: §4.1, §4.2, §4.7, §4.10.
import { ApiKeys } from "@leadline/core/api-keys"
import { Chat } from "@leadline/core/chat"
import type { Client, RequestOptions, Services } from "@leadline/core/client"
import { Decisions } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import { Responses } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** The API key of every request. */
export const canaryKey = "canary-key-5b1f"
/** The content of every request, repeated in responses. */
export const canaryPrompt = "canary-prompt-9c2e"
/** What a careless server repeats in its errors. */
export const echo = `${canaryKey} ${canaryPrompt}`

/** The good responses to an operation. */
export interface Answer {
  /** The JSON body. */
  readonly body: string
  /** The same as server-sent events, one frame each. */
  readonly frames: ReadonlyArray<string>
  /** The events with the other valid ending of the operation. */
  readonly otherFrames: ReadonlyArray<string>
}

/** One operation under test. */
export interface Operation {
  readonly name: string
  /** Its retry class. */
  readonly retry: "safe" | "generation" | "never"
  readonly answer: Answer
  /** Calls it and reads a stream to its end. `size`: extra characters in the request. */
  readonly call: (
    client: Client,
    options: RequestOptions,
    size: number,
    onEvent?: () => void
  ) => Promise<unknown>
  /** The same call as an effect. */
  readonly effect: Effect.Effect<unknown, ApiError, Services>
}

const frame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const usage = {
  prompt_tokens: 6,
  completion_tokens: 2,
  total_tokens: 8,
  cost: { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0 }
}
const completion = { id: "c1", model: "sonar", created: 1_790_000_000, echo }

const chatEvent = (object: string, choice: object) =>
  frame({ ...completion, object, usage, choices: [{ index: 0, finish_reason: null, ...choice }] })

const chunks = ["High water", " – 06:12"].map((content) =>
  chatEvent("chat.completion.chunk", { delta: { role: "assistant", content } })
)
const message = { role: "assistant", content: "High water – 06:12" }
const done = chatEvent("chat.completion.done", {
  delta: { role: "assistant", content: "" },
  message,
  finish_reason: "stop"
})

const chatAnswer: Answer = {
  body: JSON.stringify({
    ...completion,
    object: "chat.completion",
    usage,
    choices: [{ index: 0, finish_reason: "stop", message }]
  }),
  frames: [...chunks, done, "data: [DONE]\n\n"],
  otherFrames: [...chunks, done]
}

const response = { id: "resp_1", object: "response", created_at: 1_790_000_000, model: "openai/gpt-5", echo }
const begun = { ...response, status: "in_progress", output: [] }
const item = {
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "High water – 06:12", annotations: [] }]
}
const place = { item_id: "msg_1", output_index: 0, content_index: 0 }
const numbered = (events: ReadonlyArray<object>) =>
  events.map((event, sequence_number) => frame({ ...event, sequence_number }))
const opening = [
  { type: "response.created", response: begun },
  { type: "response.output_text.delta", ...place, delta: "High water" },
  { type: "response.output_text.delta", ...place, delta: " – 06:12" }
]

const responsesAnswer: Answer = {
  body: JSON.stringify({ ...response, status: "completed", output: [item] }),
  frames: numbered([
    ...opening,
    { type: "response.completed", response: { ...response, status: "completed", output: [item] } }
  ]),
  otherFrames: numbered([
    ...opening,
    {
      type: "response.failed",
      response: { ...response, status: "failed", output: [], error: { code: "server_error", message: "no" } }
    }
  ])
}

const decisionsAnswer = JSON.stringify({
  model: "decider-27b",
  answers: { urgent: { type: "noul", noul: 0.75 } },
  usage: { input_tokens: 3, output_tokens: 0 },
  echo
})
const keyAnswer = JSON.stringify({
  auth_token: "new-key",
  created_at_epoch_seconds: 1_790_000_000,
  token_name: canaryPrompt,
  echo
})

const text = (size: number) => canaryPrompt + "x".repeat(size)
const question = (size: number) =>
  ({
    model: "decider-27b",
    state: text(size),
    questions: { urgent: { type: "noul", instructions: canaryPrompt } }
  }) as const
const conversation = (size: number) =>
  ({ model: "sonar", messages: [{ role: "user", content: text(size) }] }) as const
const input = (size: number) => ({ model: "openai/gpt-5", input: text(size) })
const name = { token_name: canaryPrompt }

const drain = async (
  events: AsyncIterable<unknown>,
  onEvent: () => void = () => undefined
): Promise<void> => {
  for await (const _ of events) onEvent()
}

/** Operations with a JSON response, one of each retry class. */
export const wholeOperations: ReadonlyArray<Operation> = [
  {
    name: "decisions",
    retry: "safe",
    answer: { body: decisionsAnswer, frames: [], otherFrames: [] },
    call: (client, options, size) => client.decisions.create(question(size), options),
    effect: Decisions.use((decisions) => decisions.create(question(0)))
  },
  {
    name: "chat",
    retry: "generation",
    answer: chatAnswer,
    call: (client, options, size) => client.chat.create(conversation(size), options),
    effect: Chat.use((chat) => chat.create(conversation(0)))
  },
  {
    name: "generate_auth_token",
    retry: "never",
    answer: { body: keyAnswer, frames: [], otherFrames: [] },
    call: (client, options) => client.apiKeys.generate(name, options),
    effect: ApiKeys.use((keys) => keys.generate(name))
  }
]

/** Operations that stream. */
export const streamOperations: ReadonlyArray<Operation> = [
  {
    name: "chat stream",
    retry: "generation",
    answer: chatAnswer,
    call: (client, options, size, onEvent) => drain(client.chat.stream(conversation(size), options), onEvent),
    effect: Effect.flatMap(
      Chat.use((chat) => chat.stream(conversation(0))),
      Stream.runDrain
    )
  },
  {
    name: "responses stream",
    retry: "generation",
    answer: responsesAnswer,
    call: (client, options, size, onEvent) => drain(client.responses.stream(input(size), options), onEvent),
    effect: Effect.flatMap(
      Responses.use((responses) => responses.stream(input(0))),
      Stream.runDrain
    )
  }
]
