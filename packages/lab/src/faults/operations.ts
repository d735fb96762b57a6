// The operations that meet every fault, one of each retry class, with their good responses.
// Source: §4.1, §4.2, §4.7, §4.10.
import { ApiKeys } from "@leadline/core/api-keys"
import { Chat } from "@leadline/core/chat"
import type { Client, RequestOptions, Services } from "@leadline/core/client"
import { Decisions } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import type * as Effect from "effect/Effect"
import { answerTo, chunks, events } from "../runtimes/fixture/answers.ts"
import * as requests from "../runtimes/suite/requests.ts"

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
}

/** One with a JSON response, also as an effect. */
export interface WholeOperation extends Operation {
  readonly effect: Effect.Effect<unknown, ApiError, Services>
}

const json = (value: unknown): string => JSON.stringify(value)
const framesOf = (texts: ReadonlyArray<string>) =>
  texts.map((event) => `data: ${event.startsWith("{") ? json({ ...JSON.parse(event), echo }) : event}\n\n`)

const chatAnswer: Answer = {
  body: answerTo("POST /v1/sonar", { echo }),
  frames: framesOf(chunks)
}

const responsesAnswer: Answer = {
  body: answerTo("POST /v1/responses", { echo }),
  frames: framesOf(events)
}

const whole = (operation: string, added: object = {}): Answer => ({
  body: answerTo(operation, { echo, ...added }),
  frames: []
})

const text = (size: number) => canaryPrompt + "x".repeat(size)
const question = (size: number) => ({ ...requests.decision, state: text(size) })
const conversation = (size: number) =>
  ({ ...requests.chat, messages: [{ role: "user", content: text(size) }] }) as const
const input = (size: number) => ({ ...requests.response, input: text(size) })
const name = { token_name: canaryPrompt }

const drain = async (stream: AsyncIterable<unknown>, onEvent?: () => void): Promise<void> => {
  for await (const _ of stream) onEvent?.()
}

/** Operations with a JSON response, one of each retry class. */
export const wholeOperations: ReadonlyArray<WholeOperation> = [
  {
    name: "decisions",
    retry: "safe",
    answer: whole("POST /v1/decisions"),
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
    answer: whole("POST /generate_auth_token", name),
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
    call: (client, options, size, onEvent) => drain(client.chat.stream(conversation(size), options), onEvent)
  },
  {
    name: "responses stream",
    retry: "generation",
    answer: responsesAnswer,
    call: (client, options, size, onEvent) => drain(client.responses.stream(input(size), options), onEvent)
  }
]
