// Descriptions of responses, for the OpenAPI document.
// Source: §2.8, §4.7.
import { describe } from "../../schema/descriptions.ts"
import { InputFunctionCall } from "./input.ts"
import { FunctionCall } from "./output.ts"
import { NamedJsonSchema, Response, ResponsesRequest } from "./schema.ts"
import { FunctionTool } from "./tools.ts"

const callArguments = { arguments: "JSON text." }

/** The fields of requests, responses and events. */
export const all = [
  describe(ResponsesRequest, {
    input: "A text, or the items of a conversation.",
    model: "Provider and model, as in openai/gpt-5.",
    models: "Tried in order until one succeeds.",
    preset: "A named configuration; fields of the request override it.",
    stream: "Server-sent events instead of one answer.",
    language_preference: "ISO 639-1, of the answer."
  }),
  describe(NamedJsonSchema, { schema: "A JSON Schema object." }),
  describe(FunctionTool, { parameters: "A JSON Schema object." }),
  describe(InputFunctionCall, callArguments),
  describe(FunctionCall, callArguments),
  describe(Response, {
    created_at: "Unix seconds.",
    model: "The model that succeeded, when several were given."
  })
]
