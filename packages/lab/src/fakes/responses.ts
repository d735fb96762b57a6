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

const usage = {
  input_tokens: 6,
  output_tokens: 9,
  total_tokens: 15,
  tool_calls_details: { search_web: { invocation: 1 } },
  cost: {
    currency: "USD",
    input_cost: 0.000001,
    output_cost: 0.000005,
    tool_calls_cost: 0.005,
    total_cost: 0.005006
  }
}

/** The answer, and the same as events. */
const replyTo = (request: ResponsesRequest) => {
  const asked = inputText(request)
  const isSearched = (request.tools ?? []).some(({ type }) => type === "web_search")
  const text = isSearched ? `${asked} [1]` : asked
  const { title, url } = page
  const cited = { type: "url_citation", start_index: text.length - 3, end_index: text.length, url, title }
  const found = { type: "search_results", queries: [asked], results: [page] }
  const annotations = isSearched ? [cited] : []
  const content = [{ type: "output_text", text, annotations }]
  const message = { type: "message", id: "msg_1", role: "assistant", status: "completed", content }
  const model = request.models?.[0] ?? request.model
  const head = { id: "resp_1", object: "response", created_at: 1_790_000_000 }
  const answer = {
    ...head,
    model: model ?? "xai/grok-4-1-fast-non-reasoning",
    status: "completed",
    output: isSearched ? [found, message] : [message],
    usage
  }
  const begun = {
    ...head,
    model: model ?? request.preset ?? "fast-search",
    status: "in_progress",
    output: []
  }
  const output_index = isSearched ? 1 : 0
  const place = { item_id: "msg_1", output_index, content_index: 0 }
  const search = [
    { type: "response.reasoning.started" },
    { type: "response.output_item.added", output_index: 0, item: { ...found, results: [] } },
    { type: "response.reasoning.search_queries", queries: [title] },
    { type: "response.reasoning.search_results", results: [page] },
    { type: "response.output_item.done", output_index: 0, item: found },
    { type: "response.reasoning.stopped" }
  ]
  const added = { ...message, status: "in_progress", content: [] }
  const pieces = text.match(/\s*\S+|\s+$/g) ?? []
  const events = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...(isSearched ? search : []),
    { type: "response.output_item.added", output_index, item: added },
    ...pieces.map((delta) => ({ type: "response.output_text.delta", ...place, delta })),
    { type: "response.output_text.done", ...place, text },
    { type: "response.output_item.done", output_index, item: message },
    { type: "response.completed", response: answer }
  ].map((event, sequence_number) => ({ ...event, sequence_number }))
  return { answer, events }
}

/** The fake responses service. */
export const layerFakeResponses: Layer.Layer<Responses> = Layer.succeed(
  Responses,
  make({
    create: (request) => respond(parseInstructions(inputText(request)), replyTo(request).answer),
    stream: (request) => respondStream(parseInstructions(inputText(request)), replyTo(request).events)
  })
)
