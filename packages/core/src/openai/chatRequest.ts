// Translates a chat request of OpenAI into one of chat, or of responses where functions may be called.
// Assumed: clients.
import * as Effect from "effect/Effect"
import type * as ApiError from "../errors/ApiError.ts"
import type { ChatRequest } from "../resources/chat/index.ts"
import { ChatModel } from "../schema/chat/Request.ts"
import * as chatLimits from "../schema/chat/limits.ts"
import type { Message, Part } from "../schema/chat/Message.ts"
import { anyModel, includesModel, isOfContract, listedModels, type NamesOfModels } from "../schema/models.ts"
import type { InputItem, InputPart } from "../resources/responses/input.ts"
import { defaultModel } from "../resources/responses/presets.ts"
import { ModelId, type ResponsesRequest } from "../resources/responses/schema.ts"
import type { Tool } from "../resources/responses/tools.ts"
import { chatFields } from "./chatFields.ts"
import type { ContentPart, OpenAiChatRequest, OpenAiFormat, OpenAiMessage } from "./chatSchema.ts"
import { checkFields, given, present, refuse } from "./fields.ts"
import { stopSequences } from "./stop.ts"

/** The request of the contract, and the operation that answers it. */
export type Translated =
  | { readonly by: "chat"; readonly request: ChatRequest }
  | { readonly by: "responses"; readonly request: ResponsesRequest; readonly stop: ReadonlyArray<string> }

/** A schema of any JSON object. */
export const anyObject = { type: "object" } as const

/** The JSON Schema of a format; undefined for text. */
const formatOf = (format: OpenAiFormat | null | undefined) => {
  if (format?.type === "json_object") return { name: "json_object", schema: anyObject }
  if (format?.type !== "json_schema") return undefined
  const { description, name, schema = anyObject, strict } = format.json_schema
  return present({ name, schema, description: given(description), strict: given(strict) })
}

const textOf = ({ content }: OpenAiMessage): string =>
  typeof content === "string"
    ? content
    : (content ?? [])
        .map((part) => (part.type === "text" ? part.text : part.type === "refusal" ? part.refusal : ""))
        .join("\n")

const chatPart = (part: ContentPart): Part =>
  part.type === "image_url"
    ? { type: "image_url", image_url: { url: part.image_url.url } }
    : { type: "text", text: part.type === "text" ? part.text : part.refusal }

const chatMessage = ({ content, role }: OpenAiMessage): Message => ({
  role: role === "developer" ? "system" : role,
  content: content === undefined ? null : Array.isArray(content) ? content.map(chatPart) : (content as string)
})

const inputPart = (part: ContentPart): InputPart =>
  part.type === "image_url"
    ? { type: "input_image", image_url: part.image_url.url }
    : { type: "input_text", text: part.type === "text" ? part.text : part.refusal }

const inputItems = (message: OpenAiMessage): ReadonlyArray<InputItem> => {
  const { content, role, tool_call_id, tool_calls } = message
  if (role === "tool")
    return [{ type: "function_call_output", call_id: tool_call_id ?? "", output: textOf(message) }]
  const calls = (tool_calls ?? []).map(({ function: called, id }) => ({
    type: "function_call" as const,
    call_id: id,
    name: called.name,
    arguments: called.arguments
  }))
  const said = role === "assistant" || !Array.isArray(content) ? textOf(message) : content.map(inputPart)
  return said.length === 0 && calls.length > 0 ? calls : [{ role, content: said }, ...calls]
}

/** The most tokens of an answer; more than the contract takes are as many as it takes. */
const tokensOf = ({ max_completion_tokens, max_tokens }: OpenAiChatRequest): number | undefined => {
  const most = given(max_completion_tokens) ?? given(max_tokens)
  return most === undefined ? undefined : Math.min(most, chatLimits.maxTokens.max)
}

const searchOf = ({ web_search_options: options }: OpenAiChatRequest) => {
  const size = options?.search_context_size
  return size === undefined ? {} : { search_context_size: size }
}

const toChat = (request: OpenAiChatRequest): ChatRequest => {
  const format = formatOf(request.response_format)
  const effort = given(request.reasoning_effort)
  const stop = stopSequences(request.stop)
  return present({
    model: request.model,
    messages: request.messages.map(chatMessage),
    max_tokens: tokensOf(request),
    stop: stop.length === 0 ? undefined : stop,
    temperature: given(request.temperature),
    top_p: given(request.top_p),
    frequency_penalty: given(request.frequency_penalty),
    presence_penalty: given(request.presence_penalty),
    response_format: format && { type: "json_schema" as const, json_schema: format },
    reasoning_effort:
      effort === "none" ? ("minimal" as const) : effort === "xhigh" ? ("high" as const) : effort,
    ...(given(request.web_search_options) === undefined
      ? { disable_search: true }
      : { web_search_options: searchOf(request) })
  })
}

const toResponses = (request: OpenAiChatRequest, model: string): ResponsesRequest => {
  const format = formatOf(request.response_format)
  const effort = given(request.reasoning_effort)
  const { tool_choice: choice } = request
  const functions = (request.tools ?? []).map(
    ({ function: { description, name, parameters, strict } }): Tool =>
      present({
        type: "function" as const,
        name,
        description: given(description),
        parameters: given(parameters),
        strict: given(strict)
      })
  )
  const search: ReadonlyArray<Tool> =
    given(request.web_search_options) === undefined ? [] : [{ type: "web_search", ...searchOf(request) }]
  return present({
    model,
    input: request.messages.flatMap(inputItems),
    tools: [...functions, ...search],
    tool_choice:
      typeof choice === "object" && choice !== null
        ? { type: "function" as const, name: choice.function.name }
        : given(choice),
    max_output_tokens: tokensOf(request),
    temperature: given(request.temperature),
    top_p: given(request.top_p),
    reasoning: effort && { effort: effort === "none" ? ("minimal" as const) : effort },
    response_format: format && { type: "json_schema" as const, json_schema: format }
  })
}

const usesFunctions = ({ messages, tools }: OpenAiChatRequest): boolean =>
  (tools ?? []).length > 0 ||
  messages.some(({ role, tool_calls }) => role === "tool" || (tool_calls ?? []).length > 0)

const isAddress = (url: string): boolean => /^(?:https?:|data:)/i.test(url.slice(0, 16))

/** The first image that is no address, as its path. */
const wrongImage = ({ messages }: OpenAiChatRequest): ReadonlyArray<string | number> | undefined => {
  for (const [at, { content }] of messages.entries())
    for (const [part, one] of (Array.isArray(content) ? content : []).entries())
      if (one.type === "image_url" && !isAddress(one.image_url.url))
        return ["messages", at, "content", part, "image_url", "url"]
  return undefined
}

/** The refusal of a name that no model has here. */
const unknownModel = (models: NamesOfModels) => {
  const own = [...models("chat"), ...models("responses")].filter((name) => name !== anyModel)
  const names = [...new Set([...listedModels(ChatModel), ...own])]
  return refuse(["model"], `Expected one of ${names.join(", ")}, or a model written provider/model`)
}

/** Has responses a model of this name? */
const isOfResponses = (model: string, models: NamesOfModels): boolean =>
  isOfContract(ModelId, model) || includesModel(models("responses"), model)

/** Has chat a model of this name? */
const isOfChat = (model: string, models: NamesOfModels): boolean =>
  isOfContract(ChatModel, model) || includesModel(models("chat"), model)

/** The name for responses: a model of the contract's chat stands for the default model. Fails for one that nobody has. */
export const modelForResponses = (
  model: string,
  models: NamesOfModels
): Effect.Effect<string, ApiError.InvalidRequestError> => {
  if (isOfResponses(model, models)) return Effect.succeed(model)
  return isOfContract(ChatModel, model) ? Effect.succeed(defaultModel) : Effect.fail(unknownModel(models))
}

/** Translates a request. A model of chat answers by itself; all others, and each that may call functions, by responses. */
export const translate = Effect.fnUntraced(function* (
  request: OpenAiChatRequest,
  models: NamesOfModels
): Effect.fn.Return<Translated, ApiError.InvalidRequestError> {
  yield* checkFields(chatFields, request)
  const image = wrongImage(request)
  if (image !== undefined) return yield* refuse(image, "Expected an http or https address, or a data URL")
  if (isOfChat(request.model, models) && !usesFunctions(request))
    return { by: "chat", request: toChat(request) }
  const model = yield* modelForResponses(request.model, models)
  return { by: "responses", request: toResponses(request, model), stop: stopSequences(request.stop) }
})
