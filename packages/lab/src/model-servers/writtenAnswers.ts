// Answers of a scripted model server in words, whole or streamed.
import type { ScriptedReply } from "./Script.ts"

/** What a scripted model server reads of a request of a chat completion. */
export interface ChatBody {
  readonly model: string
  readonly messages: ReadonlyArray<{
    readonly role?: string
    readonly content: string | ReadonlyArray<{ readonly text?: string }>
  }>
  readonly top_logprobs?: number
  readonly max_tokens?: number
  readonly logprob_token_ids?: ReadonlyArray<number>
  readonly chat_template_kwargs?: object
  readonly stream?: boolean
  readonly response_format?: object
  readonly tools?: ReadonlyArray<{ readonly function: { readonly name: string } }>
}

/** The tools of the service itself. */
const isOwnTool = (name: string): boolean => name === "web_search" || name === "fetch_url"

/** An answer in words: calls of functions that a user's message offers, JSON where a schema is given. */
export const written = (
  { messages, model, response_format, stream, tools = [] }: ChatBody,
  json = '{"salty":true}'
): ScriptedReply => {
  const calls = tools
    .filter(({ function: { name } }) => !isOwnTool(name) && messages.at(-1)?.role === "user")
    .map(({ function: { name } }, index) => ({
      index,
      id: `call_${index}`,
      type: "function",
      function: { name, arguments: '{"city":"Emden"}' }
    }))
  const call = calls.length === 0 ? undefined : calls
  const message = {
    role: "assistant",
    content: call === undefined ? (response_format === undefined ? "Yes." : json) : null,
    ...(call !== undefined && { tool_calls: call })
  }
  const usage = { prompt_tokens: 12, completion_tokens: 3 }
  const whole = { index: 0, finish_reason: call === undefined ? "stop" : "tool_calls" }
  if (stream !== true) return { body: { id: "chatcmpl-1", model, choices: [{ ...whole, message }], usage } }
  const events = [
    { choices: [{ index: 0, delta: message, finish_reason: null }] },
    { choices: [{ ...whole, delta: {} }] },
    { choices: [], usage }
  ]
  const data = [...events.map((event) => JSON.stringify(event)), "[DONE]"]
  return {
    headers: { "content-type": "text/event-stream" },
    text: data.map((event) => `data: ${event}\n\n`).join("")
  }
}
