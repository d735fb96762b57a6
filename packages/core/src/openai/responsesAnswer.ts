// Translates responses and their events into OpenAI's, in the strict order and with the types of events that its clients take.
// Assumed: clients.
import type { OutputItem } from "../resources/responses/output.ts"
import type { ResponseEvent } from "../resources/responses/events.ts"
import type { Response } from "../resources/responses/schema.ts"
import type { OpenAiEvent, OpenAiResponse, OpenAiResponsesRequest } from "./responsesSchema.ts"
import { bytesPerStep } from "../scheduling/limits.ts"
import { given } from "./fields.ts"

/** An item in OpenAI's words. */
interface Item {
  readonly type: string
  readonly [field: string]: unknown
}

/** An item under its place: what the contract does itself, searching and reading pages, is a search of the web. */
const itemOf = (item: OutputItem, index: number, responseId: string): Item => {
  const search = (action: object) => ({
    type: "web_search_call",
    id: `ws_${index}_${responseId}`,
    status: "completed",
    action
  })
  switch (item.type) {
    case "search_results": {
      const queries = item.queries ?? []
      return search({
        type: "search",
        query: queries[0] ?? "",
        queries,
        sources: item.results.map(({ url }) => ({ type: "url", url }))
      })
    }
    case "fetch_url_results":
      return search({ type: "open_page", url: item.contents[0]?.url ?? null })
    case "message":
      return {
        ...item,
        status: item.status ?? "completed",
        content: (item.content ?? []).map((part) => ({
          ...part,
          annotations: part.annotations ?? [],
          logprobs: []
        }))
      }
    default:
      return { ...item } as unknown as Item
  }
}

const details = {
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 }
}

const statusOf = ({ status }: Response): OpenAiResponse["status"] =>
  status === "in_progress" ? "in_progress" : status === "failed" ? "failed" : "completed"

/** The part of a request that is repeated in its response, and in three events of its stream. */
export type Repeated = Pick<
  OpenAiResponsesRequest,
  "model" | "instructions" | "temperature" | "top_p" | "tool_choice" | "tools" | "text"
>

/** What is repeated of a request whose body has so many characters: nothing of a large one but its model. */
export const repeated = (request: OpenAiResponsesRequest, characters: number): Repeated =>
  characters > bytesPerStep ? { model: request.model } : request

/** The response, with what OpenAI's clients expect of the request in it. */
export const fromResponse = (request: Repeated, response: Response): OpenAiResponse => {
  const { error, output, usage, ...rest } = response
  const echoed = {
    error: error ? { code: "server_error", message: error.message } : null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: request.temperature ?? null,
    top_p: request.top_p ?? null,
    tool_choice: request.tool_choice ?? "auto",
    tools: request.tools ?? [],
    text: request.text ?? { format: { type: "text" } }
  }
  return {
    ...rest,
    ...echoed,
    model: request.model,
    status: statusOf(response),
    output: output.map((item, index) => itemOf(item, index, response.id)),
    ...(given(usage) !== undefined && { usage: { ...usage, ...details } })
  }
}

/** Translates the events of one stream. */
export const eventsOf = (request: Repeated) => {
  let count = 0
  let responseId = ""
  const event = (type: string, fields: object): OpenAiEvent => ({ type, sequence_number: count++, ...fields })

  const added = (item: OutputItem, output_index: number): ReadonlyArray<OpenAiEvent> => {
    const whole = itemOf(item, output_index, responseId)
    const begun = (more: object) =>
      event("response.output_item.added", {
        output_index,
        item: { ...whole, status: "in_progress", ...more }
      })
    const item_id = whole["id"]
    if (whole.type === "web_search_call")
      return [
        begun({}),
        event("response.web_search_call.in_progress", { output_index, item_id }),
        event("response.web_search_call.searching", { output_index, item_id })
      ]
    if (whole.type === "function_call") return [begun({ arguments: "" })]
    if (whole.type !== "message") return []
    const part = { type: "output_text", text: "", annotations: [], logprobs: [] }
    return [
      begun({ content: [] }),
      event("response.content_part.added", { output_index, item_id, content_index: 0, part })
    ]
  }

  const done = (item: OutputItem, output_index: number): ReadonlyArray<OpenAiEvent> => {
    const whole = itemOf(item, output_index, responseId)
    const end = () => event("response.output_item.done", { output_index, item: whole })
    const item_id = whole["id"]
    if (whole.type === "web_search_call")
      return [event("response.web_search_call.completed", { output_index, item_id }), end()]
    if (item.type === "function_call") {
      const { arguments: args, name } = item
      return [
        event("response.function_call_arguments.delta", { output_index, item_id, delta: args }),
        event("response.function_call_arguments.done", { output_index, item_id, name, arguments: args }),
        end()
      ]
    }
    if (item.type !== "message") return []
    const [part] = whole["content"] as ReadonlyArray<object>
    return [
      ...(part === undefined
        ? []
        : [event("response.content_part.done", { output_index, item_id, content_index: 0, part })]),
      end()
    ]
  }

  const next = (sent: ResponseEvent): ReadonlyArray<OpenAiEvent> => {
    switch (sent.type) {
      case "response.created":
      case "response.in_progress":
      case "response.completed":
        responseId = sent.response.id
        return [event(sent.type, { response: fromResponse(request, sent.response) })]
      case "response.failed":
      case "response.cancelled":
      case "response.incomplete": {
        if (!sent.response) return []
        const response = { ...sent.response, status: "failed", ...("error" in sent && { error: sent.error }) }
        return [event("response.failed", { response: fromResponse(request, response) })]
      }
      case "response.output_item.added":
        return added(sent.item, sent.output_index)
      case "response.output_item.done":
        return done(sent.item, sent.output_index)
      case "response.output_text.delta": {
        const { content_index, delta, item_id, output_index } = sent
        return [event(sent.type, { output_index, item_id, content_index, delta, logprobs: [] })]
      }
      case "response.output_text.done": {
        const { content_index, item_id, output_index, text } = sent
        return [event(sent.type, { output_index, item_id, content_index, text, logprobs: [] })]
      }
      // OpenAI's clients know no further types.
      default:
        return []
    }
  }

  return {
    next,
    /** The event of a stream that breaks. */
    failed: (message: string) => event("error", { code: "server_error", message, param: null })
  }
}
