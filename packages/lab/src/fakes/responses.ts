// A fake responses engine: repeats the input word by word, searches where the request offers that, or follows the
// instructions in the input.
import { make, Responses, type ResponsesRequest } from "@leadline/core/responses"
import * as Layer from "effect/Layer"
import { respond, parseInstructions, respondStream } from "./instructions.ts"

const page = {
  id: 1,
  url: "https://tides.example/brest",
  title: "Brest",
  snippet: "High water 06:12",
  source: "web"
}

const inputText = ({ input }: ResponsesRequest): string => {
  if (typeof input === "string") return input
  const last = input.at(-1)
  if (last === undefined || !("content" in last)) return ""
  const { content } = last
  return typeof content === "string"
    ? content
    : (content ?? []).map((part) => ("text" in part ? part.text : "")).join("")
}

interface Item {
  readonly type: string
  readonly content?: ReadonlyArray<{ readonly text: string; readonly [field: string]: unknown }>
  readonly [field: string]: unknown
}

/** The output items, in order. */
const outputItems = (request: ResponsesRequest): ReadonlyArray<Item> => {
  const isSearched = (request.tools ?? []).some(({ type }) => type === "web_search")
  const text = isSearched ? `${inputText(request)} [1]` : inputText(request)
  const at = text.length - 3
  const cited = { type: "url_citation", start_index: at, end_index: at + 3, url: page.url, title: page.title }
  return [
    ...(isSearched ? [{ type: "search_results", queries: [inputText(request)], results: [page] }] : []),
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text, annotations: isSearched ? [cited] : [] }]
    }
  ]
}

const head = (request: ResponsesRequest) => ({
  id: "resp_1",
  object: "response",
  created_at: 1_790_000_000,
  model: request.models?.[0] ?? request.model ?? "xai/grok-4-1-fast-non-reasoning"
})

const answer = (request: ResponsesRequest) => {
  const output = outputItems(request)
  const isSearched = output.some(({ type }) => type === "search_results")
  return {
    ...head(request),
    status: "completed",
    output,
    usage: {
      input_tokens: 6,
      output_tokens: 9,
      total_tokens: 15,
      ...(isSearched && { tool_calls_details: { search_web: { invocation: 1 } } }),
      cost: {
        currency: "USD",
        input_cost: 0.000001,
        output_cost: 0.000005,
        ...(isSearched && { tool_calls_cost: 0.005 }),
        total_cost: isSearched ? 0.005006 : 0.000006
      }
    }
  }
}

const eventsOf = (item: Item, output_index: number): ReadonlyArray<object> => {
  const added = { type: "response.output_item.added", output_index }
  const done = { type: "response.output_item.done", output_index, item }
  if (item.type === "search_results") {
    return [
      { type: "response.reasoning.started" },
      { ...added, item: { ...item, results: [] } },
      { type: "response.reasoning.search_queries", queries: [page.title] },
      { type: "response.reasoning.search_results", results: [page] },
      done,
      { type: "response.reasoning.stopped" }
    ]
  }
  const text = item.content?.[0]?.text ?? ""
  const place = { item_id: "msg_1", output_index, content_index: 0 }
  return [
    { ...added, item: { ...item, status: "in_progress", content: [] } },
    ...(text.match(/\s*\S+|\s+$/g) ?? []).map((delta) => ({
      type: "response.output_text.delta",
      ...place,
      delta
    })),
    { type: "response.output_text.done", ...place, text },
    done
  ]
}

const events = (request: ResponsesRequest): ReadonlyArray<unknown> => {
  const begun = {
    ...head(request),
    status: "in_progress",
    model: request.models?.[0] ?? request.model ?? request.preset ?? "fast-search",
    output: []
  }
  return [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...outputItems(request).flatMap(eventsOf),
    { type: "response.completed", response: answer(request) }
  ].map((event, sequence_number) => ({ ...event, sequence_number }))
}

const instructions = (request: ResponsesRequest) => parseInstructions(inputText(request))

/** The fake responses service. */
export const layerFakeResponses: Layer.Layer<Responses> = Layer.succeed(
  Responses,
  make({
    create: (request) => respond(instructions(request), answer(request)),
    stream: (request) => respondStream(instructions(request), events(request))
  })
)
