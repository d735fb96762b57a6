// Turns the output of a response into input of the next request.
// Source: §2.8, §4.7.
import type { InputItem } from "../../resources/responses/input.ts"
import type { OutputItem } from "../../resources/responses/output.ts"
import type { Response } from "../../resources/responses/schema.ts"

const itemOf = (item: OutputItem): ReadonlyArray<InputItem> => {
  if (item.type === "message") {
    const content = (item.content ?? []).map(({ text }) => ({ type: "output_text" as const, text }))
    return content.length === 0 ? [] : [{ type: "message", role: "assistant", content }]
  }
  if (item.type !== "function_call") return []
  const { arguments: args, call_id, name, thought_signature } = item
  const signature = typeof thought_signature === "string" ? { thought_signature } : {}
  return [{ type: "function_call", call_id, name, arguments: args, ...signature }]
}

/**
 * The messages and function calls of a response as input of the next request, in their order, without what a server made
 * beside them: search results, pages, ids, citations. Each function call needs its `function_call_output` after it.
 */
export const toInput = ({ output }: Pick<Response, "output">): ReadonlyArray<InputItem> =>
  output.flatMap(itemOf)
