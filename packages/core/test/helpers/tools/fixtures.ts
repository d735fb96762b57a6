// Responses, tools and scripts of the tests of tools.
import * as Schema from "effect/Schema"
import { tool } from "../../../src/helpers/tools/index.ts"
import type { Response } from "../../../src/resources/responses/index.ts"
import { respond } from "../../../src/testing/index.ts"

export type Item = Response["output"][number]

export const call = (callId: string, name: string, args: string): Item => ({
  type: "function_call",
  id: `fc_${callId}`,
  call_id: callId,
  name,
  arguments: args,
  status: "completed"
})

export const said = (text: string): Item => ({
  type: "message",
  id: "m",
  role: "assistant",
  content: [{ type: "output_text", text, annotations: [] }]
})

export const response = (output: ReadonlyArray<Item>, more: Partial<Response> = {}): Response => ({
  id: "r",
  object: "response",
  created_at: 1,
  model: "a/b",
  status: output.some(({ type }) => type === "function_call") ? "requires_action" : "completed",
  output,
  ...more
})

export const created = (output: ReadonlyArray<Item>, more: Partial<Response> = {}) =>
  respond.responses.create(response(output, more))

export const streamed = (whole: Response) =>
  respond.responses.stream([
    { type: "response.created", response: { ...whole, output: [], status: "in_progress" } },
    { type: "response.completed", response: whole }
  ])

export const City = Schema.Struct({ city: Schema.String })
export const weather = tool({
  name: "weather",
  description: "The weather of a city.",
  schema: City,
  run: ({ city }) => ({ city, sky: "clear" })
})
export const request = { input: "How is Brest?", model: "a/b" }
export const inBrest = call("1", "weather", '{"city":"Brest"}')

export const inputOf = (sent: { readonly body: unknown } | undefined): unknown =>
  (sent?.body as { readonly input: unknown } | undefined)?.input
