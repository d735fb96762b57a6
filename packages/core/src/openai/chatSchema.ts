// Requests and responses of OpenAI's chat completions. Open: fields that are not named here are kept.
// Assumed: clients.
import * as Schema from "effect/Schema"
import { ofLength } from "../schema/checks.ts"
import { Stop, WebSearchOptions } from "../schema/chat/Request.ts"
import { Json } from "../schema/Json.ts"
import { JsonSchema } from "../schema/JsonSchema.ts"
import { open, optionalOrNull } from "../schema/open.ts"

const Tokens = optionalOrNull(Schema.Int)

/** Text, an image by address or data URL, or a refusal of an earlier answer. */
export const ContentPart = Schema.Union([
  open({ type: Schema.Literal("text"), text: Schema.String }),
  open({ type: Schema.Literal("image_url"), image_url: open({ url: Schema.String }) }),
  open({ type: Schema.Literal("refusal"), refusal: Schema.String })
]).annotate({ expected: "a part of type text or image_url" })

/** {@link ContentPart}, readonly. */
export type ContentPart = typeof ContentPart.Type

/** A call of a function, in an answer and repeated in the conversation. */
export const ToolCall = open({
  id: Schema.String,
  type: Schema.Literal("function"),
  function: open({ name: Schema.String, arguments: Schema.String })
})

/** A message of the conversation. */
export const OpenAiMessage = open({
  role: Schema.Literals(["developer", "system", "user", "assistant", "tool"]),
  content: optionalOrNull(
    Schema.Union([Schema.String, Schema.Array(ContentPart)]).annotate({
      expected: "a string or an array of parts"
    })
  ),
  tool_calls: optionalOrNull(Schema.Array(ToolCall)),
  tool_call_id: optionalOrNull(Schema.String)
})

/** {@link OpenAiMessage}, readonly. */
export interface OpenAiMessage extends Schema.Schema.Type<typeof OpenAiMessage> {}

/** Text, JSON of a schema, or any JSON object. */
export const OpenAiFormat = Schema.Union([
  open({ type: Schema.Literal("text") }),
  open({ type: Schema.Literal("json_object") }),
  open({
    type: Schema.Literal("json_schema"),
    json_schema: open({
      name: Schema.String,
      schema: Schema.optionalKey(JsonSchema),
      description: optionalOrNull(Schema.String),
      strict: optionalOrNull(Schema.Boolean)
    })
  })
]).annotate({ expected: "a format of type text, json_object or json_schema" })

/** {@link OpenAiFormat}. */
export type OpenAiFormat = typeof OpenAiFormat.Type

/** A function that the model may call. */
export const OpenAiTool = open({
  type: Schema.Literal("function"),
  function: open({
    name: Schema.String,
    description: optionalOrNull(Schema.String),
    parameters: optionalOrNull(JsonSchema),
    strict: optionalOrNull(Schema.Boolean)
  })
})

/** How much the model reasons; `none` is as little as it can. */
export const Effort = Schema.Literals(["none", "minimal", "low", "medium", "high", "xhigh"])

/** The request. */
export const OpenAiChatRequest = open({
  model: Schema.String,
  messages: Schema.Array(OpenAiMessage).check(ofLength({ min: 1 }, "message")),
  stream: optionalOrNull(Schema.Boolean),
  stream_options: optionalOrNull(open({ include_usage: optionalOrNull(Schema.Boolean) })),
  max_completion_tokens: Tokens,
  max_tokens: Tokens,
  temperature: optionalOrNull(Schema.Finite),
  top_p: optionalOrNull(Schema.Finite),
  frequency_penalty: optionalOrNull(Schema.Finite),
  presence_penalty: optionalOrNull(Schema.Finite),
  stop: optionalOrNull(Stop),
  response_format: optionalOrNull(OpenAiFormat),
  reasoning_effort: optionalOrNull(Effort),
  tools: optionalOrNull(Schema.Array(OpenAiTool)),
  tool_choice: optionalOrNull(
    Schema.Union([
      Schema.Literals(["auto", "none", "required"]),
      open({ type: Schema.Literal("function"), function: open({ name: Schema.String }) })
    ]).annotate({ expected: "auto, none, required or a function by name" })
  ),
  web_search_options: optionalOrNull(
    open({
      search_context_size: WebSearchOptions.fields.search_context_size,
      user_location: optionalOrNull(Json)
    })
  )
})

/** {@link OpenAiChatRequest}, readonly. */
export interface OpenAiChatRequest extends Schema.Schema.Type<typeof OpenAiChatRequest> {}

const FinishReason = Schema.Literals(["stop", "length", "tool_calls"])

const Usage = open({
  prompt_tokens: Schema.Int,
  completion_tokens: Schema.Int,
  total_tokens: Schema.Int
})

const common = {
  id: Schema.String,
  /** Unix seconds. */
  created: Schema.Int,
  /** As in the request. */
  model: Schema.String
}

/** What the text cites: `[n]` from `start_index` to `end_index`, in UTF-16 units. */
const UrlCitation = open({
  type: Schema.Literal("url_citation"),
  url_citation: open({
    start_index: Schema.Int,
    end_index: Schema.Int,
    title: Schema.String,
    url: Schema.String
  })
})

const annotations = Schema.optionalKey(Schema.Array(UrlCitation))

/** The response. */
export const OpenAiCompletion = open({
  ...common,
  object: Schema.Literal("chat.completion"),
  choices: Schema.Array(
    open({
      index: Schema.Int,
      message: open({
        role: Schema.Literal("assistant"),
        content: Schema.NullOr(Schema.String),
        refusal: Schema.Null,
        tool_calls: Schema.optionalKey(Schema.Array(ToolCall)),
        annotations
      }),
      logprobs: Schema.Null,
      finish_reason: FinishReason
    })
  ),
  usage: Schema.optionalKey(Usage)
})

/** {@link OpenAiCompletion}, readonly. */
export interface OpenAiCompletion extends Schema.Schema.Type<typeof OpenAiCompletion> {}

/** An event of a stream. What the text cites comes after it; the last one has the usage and no choice, where the request asks for it. */
export const OpenAiChunk = open({
  ...common,
  object: Schema.Literal("chat.completion.chunk"),
  choices: Schema.Array(
    open({
      index: Schema.Int,
      delta: open({
        role: Schema.optionalKey(Schema.Literal("assistant")),
        content: Schema.optionalKey(Schema.String),
        tool_calls: Schema.optionalKey(Schema.Array(open({ index: Schema.Int }))),
        annotations
      }),
      logprobs: Schema.Null,
      finish_reason: Schema.NullOr(FinishReason)
    })
  ),
  usage: Schema.optionalKey(Schema.NullOr(Usage))
})

/** {@link OpenAiChunk}, readonly. */
export interface OpenAiChunk extends Schema.Schema.Type<typeof OpenAiChunk> {}
