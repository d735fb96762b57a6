// The form of responses: its values and its request.
// Source: §4.7.
import type { FunctionCall } from "./responsesState.ts"

/** The first values of the form. */
export const defaults = {
  input: "How does the client know that a stream was cut?",
  by: "preset" as "preset" | "model",
  preset: "pro-search",
  model: "openai/gpt-5.1",
  searches: true,
  fetches: false,
  offers: false
}

/** The values of the form. */
export type ResponsesForm = typeof defaults

/** The presets that the documentation names, and what each is for. */
export const presets: ReadonlyArray<readonly [string, string]> = [
  ["fast-search", "fast-search: one step"],
  ["pro-search", "pro-search: a few steps, reads pages"],
  ["deep-research", "deep-research: many steps"],
  ["advanced-deep-research", "advanced-deep-research: many steps, the largest model"]
]

/** A function of the caller's that the model may call. */
export const offered = {
  type: "function",
  name: "get_weather",
  description: "Gets today's weather for a city.",
  parameters: {
    type: "object",
    properties: { city: { type: "string", description: "The city" } },
    required: ["city"]
  }
} as const

const toolsOf = ({ by, fetches, offers, searches }: ResponsesForm) => [
  ...(by === "model" && searches ? [{ type: "web_search" }] : []),
  ...(by === "model" && fetches ? [{ type: "fetch_url" }] : []),
  ...(offers ? [offered] : [])
]

/** Calls and what they gave, to go on with. */
export interface Answered {
  readonly input: string
  readonly calls: ReadonlyArray<FunctionCall>
  readonly outputs: { readonly [call_id: string]: string }
}

/** The request; with answered calls, the one that goes on after them. */
export const requestOf = (form: ResponsesForm, answered?: Answered) => {
  const tools = toolsOf(form)
  return {
    input:
      answered === undefined
        ? form.input
        : [
            { role: "user", content: answered.input },
            ...answered.calls.flatMap(({ arguments: given, call_id, name }) => [
              { type: "function_call", call_id, name, arguments: given },
              { type: "function_call_output", call_id, output: answered.outputs[call_id] ?? "" }
            ])
          ],
    ...(form.by === "preset" ? { preset: form.preset } : { model: form.model }),
    ...(tools.length === 0 ? {} : { tools })
  }
}
