// The embedded responses engine: runs with search and function tools, offline and deterministic.
// Source: §4.7, §6; kinds, payloads and order of events are Assumed: OAS.
import * as ResponsesResource from "@leadline/core/responses"
import type { OutputItem } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type AnswerServices, layerOver } from "../question-answering/services.ts"
import { splitDeltas } from "../text/estimateTokens.ts"
import { respond, type RunOutcome } from "./respond.ts"

/** An event without its sequence number. */
type Unnumbered = { readonly type: string } & { readonly [field: string]: unknown }

/** The events of an item; of a tool with what it did in a sentence. */
const eventsOf = (item: OutputItem, output_index: number, thought?: string): ReadonlyArray<Unnumbered> => {
  const between = (lacks: object, ...events: ReadonlyArray<Unnumbered>): ReadonlyArray<Unnumbered> => [
    { type: "response.output_item.added", output_index, item: { ...item, ...lacks } },
    ...events,
    { type: "response.output_item.done", output_index, item }
  ]
  if (item.type === "search_results") {
    const { queries, results } = item
    return between(
      { results: [] },
      { type: "response.reasoning.search_queries", queries },
      { type: "response.reasoning.search_results", results, thought }
    )
  }
  if (item.type === "fetch_url_results") {
    const { contents } = item
    return between(
      { contents: [] },
      { type: "response.reasoning.fetch_url_queries", urls: contents.map(({ url }) => url) },
      { type: "response.reasoning.fetch_url_results", contents, thought }
    )
  }
  // A call has its complete arguments from the first event on: some clients read no other.
  if (item.type !== "message") return between({})
  const place = { item_id: item.id, output_index, content_index: 0 }
  const text = item.content?.[0]?.text ?? ""
  return between(
    { status: "in_progress", content: [] },
    ...splitDeltas(text).map((delta) => ({ type: "response.output_text.delta", ...place, delta })),
    { type: "response.output_text.done", ...place, text }
  )
}

/** All events in order, numbered from 0. The last one is `response.completed` or `response.failed`. */
const toEvents = ({ displayedModel, response, thoughts }: RunOutcome): ReadonlyArray<unknown> => {
  const { error, usage: _usage, ...rest } = response
  const begun = { ...rest, model: displayedModel, status: "in_progress", output: [] }
  const all = response.output.map((item, at) => eventsOf(item, at, thoughts[at]))
  const tools = Math.max(0, thoughts.length - 1)
  const reasoning = [
    { type: "response.reasoning.started" },
    ...all.slice(0, tools).flat(),
    { type: "response.reasoning.stopped", thought: thoughts.at(-1) }
  ]
  const events: ReadonlyArray<Unnumbered> = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...(tools === 0 ? [] : reasoning),
    ...all.slice(tools).flat(),
    response.status === "failed"
      ? { type: "response.failed", error, response }
      : { type: "response.completed", response }
  ]
  return events.map(({ type, ...payload }, sequence_number) => ({ type, sequence_number, ...payload }))
}

/** The responses engine. `temperature` and `top_p` have no effect, because answers are not sampled. */
const makeEngine = (services: AnswerServices): ResponsesResource.Engine => ({
  create: (request) => Effect.map(respond(services, request), ({ response }) => response),
  stream: (request) =>
    Effect.map(respond(services, request), (outcome) => Stream.fromIterable(toEvents(outcome)))
})

/** `Responses`, answered from search results. Building it fails with `EngineDataError` when the data file is unusable. */
export const layerResponses = () =>
  layerOver(ResponsesResource.Responses, (services) => ResponsesResource.make(makeEngine(services)))
