// Requests and responses of OpenAI's responses. Open: fields that are not named here are kept.
// Assumed: clients.
import * as Schema from "effect/Schema"
import { notEmpty, ofLength } from "../schema/checks.ts"
import { WebSearchOptions } from "../schema/chat/Request.ts"
import { JsonSchema } from "../schema/JsonSchema.ts"
import { open, optionalOrNull } from "../schema/open.ts"
import { Effort } from "./chatSchema.ts"

/** A part of a message, or of the output of a function. */
export const OpenAiPart = Schema.Union([
  open({ type: Schema.Literals(["input_text", "output_text"]), text: Schema.String }),
  open({ type: Schema.Literal("input_image"), image_url: Schema.String }),
  open({ type: Schema.Literal("refusal"), refusal: Schema.String })
]).annotate({ expected: "a part of type input_text, input_image by address, or output_text" })

/** {@link OpenAiPart}, readonly. */
export type OpenAiPart = typeof OpenAiPart.Type

const Content = Schema.Union([Schema.String, Schema.Array(OpenAiPart)]).annotate({
  expected: "a string or an array of parts"
})

/** An item of a conversation. What models did themselves, such as searches and reasoning, is for reference. */
export const OpenAiItem = Schema.Union([
  open({
    type: Schema.Literal("function_call"),
    call_id: Schema.String,
    name: Schema.String,
    arguments: Schema.String
  }),
  open({ type: Schema.Literal("function_call_output"), call_id: Schema.String, output: Content }),
  open({ type: Schema.Literals(["reasoning", "web_search_call"]) }),
  open({
    type: Schema.optionalKey(Schema.Literal("message")),
    role: Schema.Literals(["user", "assistant", "system", "developer"]),
    content: Content
  })
]).annotate({
  expected: "an item of type message, function_call, function_call_output, reasoning or web_search_call"
})

/** {@link OpenAiItem}, readonly. */
export type OpenAiItem = typeof OpenAiItem.Type

/** A function of the caller, or the search of the web. */
export const OpenAiResponsesTool = Schema.Union([
  open({
    type: Schema.Literal("function"),
    name: Schema.String,
    description: optionalOrNull(Schema.String),
    parameters: optionalOrNull(JsonSchema),
    strict: optionalOrNull(Schema.Boolean)
  }),
  open({
    type: Schema.Literals(["web_search", "web_search_2025_08_26", "web_search_preview"]),
    search_context_size: WebSearchOptions.fields.search_context_size
  })
]).annotate({ expected: "a tool of type function or web_search" })

/** {@link OpenAiResponsesTool}, readonly. */
export type OpenAiResponsesTool = typeof OpenAiResponsesTool.Type

/** The request. */
export const OpenAiResponsesRequest = open({
  model: Schema.String,
  input: Schema.Union([
    Schema.String.check(notEmpty("a text that is not empty")),
    Schema.Array(OpenAiItem).check(ofLength({ min: 1 }, "item"))
  ]).annotate({ expected: "a text or an array of items, not empty" }),
  instructions: optionalOrNull(Schema.String),
  stream: optionalOrNull(Schema.Boolean),
  max_output_tokens: optionalOrNull(Schema.Int),
  temperature: optionalOrNull(Schema.Finite),
  top_p: optionalOrNull(Schema.Finite),
  reasoning: optionalOrNull(open({ effort: optionalOrNull(Effort) })),
  text: optionalOrNull(
    open({
      format: optionalOrNull(
        Schema.Union([
          open({ type: Schema.Literals(["text", "json_object"]) }),
          open({
            type: Schema.Literal("json_schema"),
            name: Schema.String,
            schema: JsonSchema,
            description: optionalOrNull(Schema.String),
            strict: optionalOrNull(Schema.Boolean)
          })
        ]).annotate({ expected: "a format of type text, json_object or json_schema" })
      )
    })
  ),
  tools: optionalOrNull(Schema.Array(OpenAiResponsesTool)),
  tool_choice: optionalOrNull(
    Schema.Union([
      Schema.Literals(["auto", "none", "required"]),
      open({ type: Schema.Literal("function"), name: Schema.String })
    ]).annotate({ expected: "auto, none, required or a function by name" })
  )
})

/** {@link OpenAiResponsesRequest}, readonly. */
export interface OpenAiResponsesRequest extends Schema.Schema.Type<typeof OpenAiResponsesRequest> {}

/** The response, in OpenAI's words: a run that waits for a function is `completed`. */
export const OpenAiResponse = open({
  id: Schema.String,
  object: Schema.Literal("response"),
  created_at: Schema.Int,
  model: Schema.String,
  status: Schema.Literals(["completed", "failed", "in_progress", "incomplete"]),
  output: Schema.Array(open({ type: Schema.String }))
})

/** {@link OpenAiResponse}, readonly. */
export interface OpenAiResponse extends Schema.Schema.Type<typeof OpenAiResponse> {}

/** An event of a stream, of one of the types that OpenAI's clients know. */
export const OpenAiEvent = open({ type: Schema.String, sequence_number: Schema.Int })

/** {@link OpenAiEvent}, readonly. */
export interface OpenAiEvent extends Schema.Schema.Type<typeof OpenAiEvent> {}
