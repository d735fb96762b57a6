// Translates answers of chat and responses, whole or as events, into OpenAI's chat completions.
// Assumed: clients.
import * as Effect from "effect/Effect"
import * as ApiError from "../errors/ApiError.ts"
import type { ChatChunk } from "../resources/chat/schema.ts"
import type { ChatCompletion } from "../schema/chat/Completion.ts"
import type { ResponseEvent } from "../resources/responses/events.ts"
import { outputText, type Response, type RunError } from "../resources/responses/schema.ts"
import { type Citations, citedByChat, citedByResponse } from "./annotations.ts"
import type { OpenAiChatRequest, OpenAiChunk, OpenAiCompletion } from "./chatSchema.ts"
import { present } from "./fields.ts"
import { type Stopping, untilStop } from "./stop.ts"

type Usage = NonNullable<OpenAiCompletion["usage"]>
type Finish = "stop" | "length" | "tool_calls"
type Call = { readonly call_id: string; readonly name: string; readonly arguments: string }

const toolCall = ({ arguments: args, call_id, name }: Call) => ({
  id: call_id,
  type: "function" as const,
  function: { name, arguments: args }
})

const callsOf = ({ output }: Response): ReadonlyArray<Call> =>
  output.flatMap((item) => (item.type === "function_call" ? [item as Call] : []))

/** The usage of a response, in the words of chat. */
const usageOf = ({ usage }: Pick<Response, "usage">): Usage | undefined =>
  usage === undefined || usage === null
    ? undefined
    : {
        prompt_tokens: usage.input_tokens,
        completion_tokens: usage.output_tokens,
        total_tokens: usage.total_tokens,
        ...(usage.cost && { cost: usage.cost })
      }

const finishOf = (reason: string | null | undefined): Finish => (reason === "length" ? "length" : "stop")

/** The failure of a run that began: nobody can say more than the run did. */
export const runFailed = (error: RunError | null | undefined): ApiError.ApiError => {
  const message = error?.message ?? "The run failed."
  if (String(error?.code) === "400")
    return new ApiError.InvalidRequestError({
      message,
      phase: "service",
      ...(typeof error?.type === "string" && { type: error.type })
    })
  return new ApiError.InternalServerError({ message })
}

/** The completion of a chat. */
export const fromChat = (
  { model }: OpenAiChatRequest,
  { choices, citations, created, id, search_results, usage }: ChatCompletion
): OpenAiCompletion => ({
  id,
  object: "chat.completion",
  created,
  model,
  choices: choices.map(({ finish_reason, index, message }) => ({
    index,
    message: {
      role: "assistant",
      content: message.content,
      refusal: null,
      ...citedByChat(message.content, { citations, search_results })
    },
    logprobs: null,
    finish_reason: finishOf(finish_reason)
  })),
  ...present({ usage: usage ?? undefined, citations, search_results })
})

/** The completion of a response. A run that failed is a failure. */
export const fromResponse = (
  { model }: OpenAiChatRequest,
  response: Response,
  stop: ReadonlyArray<string>
): Effect.Effect<OpenAiCompletion, ApiError.ApiError> => {
  if (response.status === "failed") return Effect.fail(runFailed(response.error))
  const calls = callsOf(response)
  const usage = usageOf(response)
  return Effect.map(untilStop(outputText(response), stop), (text) => ({
    id: response.id,
    object: "chat.completion",
    created: response.created_at,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text === "" && calls.length > 0 ? null : text,
          refusal: null,
          ...(calls.length > 0 && { tool_calls: calls.map(toolCall) }),
          ...citedByResponse(response, text.length)
        },
        logprobs: null,
        finish_reason: calls.length > 0 ? "tool_calls" : "stop"
      }
    ],
    ...present({ usage })
  }))
}

/** Makes the chunks of one stream. */
const chunksOf = ({ model, stream_options }: OpenAiChatRequest) => {
  const withUsage = stream_options?.include_usage === true
  let head: { readonly id: string; readonly created: number } | undefined
  const chunk = (choices: OpenAiChunk["choices"], usage?: Usage): OpenAiChunk => ({
    id: head?.id ?? "",
    object: "chat.completion.chunk",
    created: head?.created ?? 0,
    model,
    choices,
    ...(withUsage && { usage: usage ?? null })
  })
  const choice = (delta: OpenAiChunk["choices"][number]["delta"], finish: Finish | null = null) =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason: finish }])
  return {
    /** The first chunk, once the id is known. */
    begin: (id: string, created: number): ReadonlyArray<OpenAiChunk> => {
      if (head !== undefined) return []
      head = { id, created }
      return [choice({ role: "assistant", content: "" })]
    },
    text: (content: string): ReadonlyArray<OpenAiChunk> => (content === "" ? [] : [choice({ content })]),
    call: (call: Call, index: number) => choice({ tool_calls: [{ index, ...toolCall(call) }] }),
    end: (finish: Finish, usage: Usage | undefined, cited: Citations = {}): ReadonlyArray<OpenAiChunk> => [
      choice(cited, finish),
      ...(withUsage ? [chunk([], usage)] : [])
    ]
  }
}

/** Translates the events of one chat. */
export const fromChunks = (request: OpenAiChatRequest) => {
  const chunks = chunksOf(request)
  return (chunk: ChatChunk): ReadonlyArray<OpenAiChunk> => {
    const [first] = chunk.choices
    return [
      ...chunks.begin(chunk.id, chunk.created),
      ...(chunk.object === "chat.completion.done"
        ? chunks.end(
            finishOf(first?.finish_reason),
            chunk.usage ?? undefined,
            citedByChat(first?.message?.content ?? "", chunk)
          )
        : chunks.text(first?.delta.content ?? ""))
    ]
  }
}

/** Translates the events of one run, whose texts have been taken by what ends them. */
export const fromEvents = (request: OpenAiChatRequest, stopping: Stopping) => {
  const chunks = chunksOf(request)
  let calls = 0
  let length = 0
  const textOf = (piece: string) => {
    length += piece.length
    return chunks.text(piece)
  }
  return (event: ResponseEvent): ReadonlyArray<OpenAiChunk> => {
    switch (event.type) {
      case "response.created":
      case "response.in_progress":
        return chunks.begin(event.response.id, event.response.created_at)
      case "response.output_text.delta":
        return textOf(event.delta)
      case "response.output_item.done":
        return event.item.type === "function_call" ? [chunks.call(event.item, calls++)] : []
      case "response.completed":
        return [
          ...chunks.begin(event.response.id, event.response.created_at),
          ...textOf(stopping.rest()),
          ...chunks.end(
            calls > 0 ? "tool_calls" : "stop",
            usageOf(event.response),
            citedByResponse(event.response, length)
          )
        ]
      default:
        return []
    }
  }
}
