// Translates a request of OpenAI's responses into one of responses.
// Assumed: clients.
import * as Effect from "effect/Effect"
import type * as ApiError from "../errors/ApiError.ts"
import type { InputItem, InputPart } from "../resources/responses/input.ts"
import type { ResponsesRequest } from "../resources/responses/schema.ts"
import type { Tool } from "../resources/responses/tools.ts"
import type { NamesOfModels } from "../schema/models.ts"
import { anyObject, modelForResponses } from "./chatRequest.ts"
import { checkFields, type FieldUses, given, present } from "./fields.ts"
import type {
  OpenAiItem,
  OpenAiPart,
  OpenAiResponsesRequest,
  OpenAiResponsesTool
} from "./responsesSchema.ts"

/** The fields of a request. */
export const responsesFields: FieldUses = {
  input: "mapped",
  instructions: "mapped",
  max_output_tokens: "mapped",
  model: "mapped",
  reasoning: "mapped",
  stream: "mapped",
  temperature: "mapped",
  text: "mapped",
  tool_choice: "mapped",
  tools: "mapped",
  top_p: "mapped",
  access_programs: "ignored",
  context_management: "ignored",
  include: "ignored",
  max_tool_calls: "ignored",
  metadata: "ignored",
  moderation: "ignored",
  parallel_tool_calls: "ignored",
  prompt_cache_key: "ignored",
  prompt_cache_options: "ignored",
  prompt_cache_retention: "ignored",
  safety_identifier: "ignored",
  service_tier: "ignored",
  store: "ignored",
  stream_options: "ignored",
  truncation: "ignored",
  user: "ignored",
  background: { refused: [] },
  conversation: { refused: [] },
  image: { refused: [] },
  previous_response_id: { refused: [] },
  prompt: { refused: [] },
  top_logprobs: { refused: [] }
}

const partOf = (part: OpenAiPart): InputPart =>
  part.type === "input_image"
    ? { type: "input_image", image_url: part.image_url }
    : part.type === "refusal"
      ? { type: "input_text", text: part.refusal }
      : { type: "input_text", text: part.text }

const textOf = (content: string | ReadonlyArray<OpenAiPart>): string =>
  typeof content === "string"
    ? content
    : content
        .map((part) =>
          part.type === "input_image" ? "" : part.type === "refusal" ? part.refusal : part.text
        )
        .join("\n")

const itemsOf = (item: OpenAiItem): ReadonlyArray<InputItem> => {
  switch (item.type) {
    case "function_call":
      return [{ type: item.type, call_id: item.call_id, name: item.name, arguments: item.arguments }]
    case "function_call_output":
      return [{ type: item.type, call_id: item.call_id, output: textOf(item.output) }]
    case "reasoning":
    case "web_search_call":
      return []
    default: {
      const { content, role } = item
      const isParts = role !== "assistant" && typeof content !== "string"
      return [{ role, content: isParts ? content.map(partOf) : textOf(content) }]
    }
  }
}

const toolOf = (tool: OpenAiResponsesTool): Tool => {
  if (tool.type !== "function")
    return present({ type: "web_search" as const, search_context_size: tool.search_context_size })
  const { description, name, parameters, strict } = tool
  return present({
    type: tool.type,
    name,
    description: given(description),
    parameters: given(parameters),
    strict: given(strict)
  })
}

const formatOf = (request: OpenAiResponsesRequest) => {
  const format = request.text?.format
  if (format?.type === "json_object") return { name: "json_object", schema: anyObject }
  if (format?.type !== "json_schema") return undefined
  const { description, name, schema, strict } = format
  return present({ name, schema, description: given(description), strict: given(strict) })
}

/** Translates a request. */
export const toResponses = Effect.fnUntraced(function* (
  request: OpenAiResponsesRequest,
  models: NamesOfModels
): Effect.fn.Return<ResponsesRequest, ApiError.InvalidRequestError> {
  yield* checkFields(responsesFields, request)
  const format = formatOf(request)
  const effort = given(request.reasoning?.effort)
  const choice = given(request.tool_choice)
  return present({
    model: yield* modelForResponses(request.model, models),
    input: typeof request.input === "string" ? request.input : request.input.flatMap(itemsOf),
    instructions: given(request.instructions),
    tools: (request.tools ?? []).map(toolOf),
    tool_choice: typeof choice === "object" ? { type: "function" as const, name: choice.name } : choice,
    max_output_tokens: given(request.max_output_tokens),
    temperature: given(request.temperature),
    top_p: given(request.top_p),
    reasoning: effort && { effort: effort === "none" ? ("minimal" as const) : effort },
    response_format: format && { type: "json_schema" as const, json_schema: format }
  })
})
