// What the fields of responses mean, for the OpenAPI document.
// Source: §2.8, §4.7.
import { words } from "../../schema/descriptions.ts"
import { InputFunctionCall } from "./input.ts"
import { FunctionCall } from "./output.ts"
import { JsonSchema, Response, ResponsesRequest } from "./schema.ts"
import { FunctionTool } from "./tools.ts"

const callArguments = { arguments: "JSON text." }

/** The fields of requests, answers and events. */
export const all = [
  words(ResponsesRequest, {
    input: "A text, or the items of a conversation.",
    model: "Provider and model, as in openai/gpt-5.",
    models: "Tried in order until one succeeds.",
    preset: "A named configuration; fields of the request override it.",
    stream: "Server-sent events instead of one answer.",
    language_preference: "ISO 639-1, of the answer."
  }),
  words(JsonSchema, { schema: "A JSON Schema object." }),
  words(FunctionTool, { parameters: "A JSON Schema object." }),
  words(InputFunctionCall, callArguments),
  words(FunctionCall, callArguments),
  words(Response, {
    created_at: "Unix seconds.",
    model: "The model that succeeded, when several were given."
  })
]
