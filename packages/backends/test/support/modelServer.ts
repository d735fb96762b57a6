// A scripted model server: what it answers to each call of chat completions, and the services over it.
import type { ChatRequest } from "@leadline/core/chat"
import type { ApiError } from "@leadline/core/errors"
import type { ResponsesRequest } from "@leadline/core/responses"
import { make, type SearchRequest } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Dependencies } from "../../src/kinds/BackendKind.ts"
import { openaiCompatible } from "../../src/openai-compatible/kind.ts"
import { type Reply, scriptedTransport } from "./scriptedTransport.ts"

/** The body of a call, unchecked. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read what they expect
export type CallBody = any

/** An answer, or events. */
export interface ModelReply extends Reply {
  readonly events?: ReadonlyArray<unknown>
}

/** Answers the calls of chat completions, counted from 0. */
export type ModelScript = (body: CallBody, call: number) => ModelReply

/** An answer with a text, in the form that the call asks for. */
export const textReply = (body: CallBody, text: string, more: object = {}): ModelReply => {
  const usage = { prompt_tokens: 10, completion_tokens: 5 }
  if (body.stream !== true) {
    const message = { role: "assistant", content: text, ...more }
    return { body: { choices: [{ index: 0, finish_reason: "stop", message }], usage } }
  }
  const deltas = Array.from(text.match(/[\s\S]{1,3}/g) ?? [], (content) => ({ content }))
  return {
    events: [
      ...[more, ...deltas].map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
      { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
      { choices: [], usage },
      "[DONE]"
    ]
  }
}

/** A call as the model makes it. */
export const call = (name: string, args: unknown, id = "a") => ({
  index: 0,
  id,
  type: "function",
  function: { name, arguments: JSON.stringify(args) }
})

/** An answer that calls functions. */
export const callReply = (body: CallBody, ...calls: ReadonlyArray<object>): ModelReply =>
  textReply(body, "", { tool_calls: calls.map((one, index) => ({ ...one, index })) })

/** Does the conversation have the result of a call? */
export const hasResult = (body: CallBody): boolean =>
  body.messages.some(({ role }: { readonly role: string }) => role === "tool")

/** Searches once, then answers. */
export const searching =
  (text: string): ModelScript =>
  (body) =>
    hasResult(body) || body.tools === undefined
      ? textReply(body, text)
      : callReply(body, call("web_search", { queries: ["tide", "Brest"] }))

const sent = (event: unknown) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`

const textOf = (body: unknown): string =>
  body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body)

/** The transport to the server, and the bodies of its calls. */
export const modelTransport = (script: ModelScript) => {
  const calls: Array<CallBody> = []
  const transport = scriptedTransport((request) => {
    if (!request.url.endsWith("/v1/chat/completions")) return { body: { data: [{ id: "my-model" }] } }
    const body: unknown = JSON.parse(textOf(request.body))
    calls.push(body)
    const { events, ...reply } = script(body, calls.length - 1)
    return events === undefined
      ? reply
      : { ...reply, headers: { "content-type": "text/event-stream" }, parts: events.map(sent) }
  })
  return { ...transport, calls }
}

/** Pages that the search of tests finds. */
export const pageOf = (at: number) => ({
  title: `Page ${at}`,
  url: `https://tides.example/${at}`,
  snippet: `What page ${at} says.`,
  date: "2026-11-20"
})

/** A search that finds so many pages, at a cost in USD, or fails; and what it was asked. */
export const searchOf = (pages: number, { cost, error }: { cost?: number; error?: ApiError } = {}) => {
  const asked: Array<SearchRequest> = []
  const search = make({
    create: (request) => {
      asked.push(request)
      const results = Array.from({ length: pages }, (_, at) => pageOf(at + 1))
      const usage = cost === undefined ? {} : { usage: { cost: { currency: "USD", total_cost: cost } } }
      return error === undefined ? Effect.succeed({ id: "s", results, ...usage }) : Effect.fail(error)
    }
  })
  return { asked, search }
}

/** Chat and responses over a server, with the parts of streams in a list, and what was asked. */
export const useModel = Effect.fnUntraced(function* (
  script: ModelScript,
  settings: object = {},
  {
    asked = [],
    ...dependencies
  }: Partial<Dependencies> & { readonly asked?: Array<SearchRequest> } = searchOf(2)
) {
  const { layer, ...model } = modelTransport(script)
  const at = { name: "model", kind: "openai-compatible", url: "http://model.example/v1", ...settings }
  const made = openaiCompatible.make(at, { ...searchOf(0), ...dependencies })
  const { chat, responses } = (yield* Effect.provide(made, layer)).services
  if (chat === undefined || responses === undefined) return yield* Effect.die("A service is missing")
  return {
    ...model,
    asked,
    chat,
    responses,
    streamChat: (request: ChatRequest) => Effect.flatMap(chat.stream(request), Stream.runCollect),
    streamRun: (request: ResponsesRequest) => Effect.flatMap(responses.stream(request), Stream.runCollect)
  }
})
