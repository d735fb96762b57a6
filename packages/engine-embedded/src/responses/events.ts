// A response as stream events, numbered from 0.
// Source: §6; kinds, payloads and order are Assumed: OAS.
import { splitDeltas } from "../text/estimateTokens.ts"
import type { RunOutcome } from "./respond.ts"
import type { RunStep } from "./run.ts"

/** An event without its sequence number. */
type Unnumbered = { readonly type: string } & { readonly [field: string]: unknown }

/** The fields that an item lacks at first, and the events between its first and its last one. */
const progressOf = (
  { item, thought }: RunStep,
  output_index: number
): readonly [lacks: object, events: ReadonlyArray<Unnumbered>] => {
  const reasoning = "response.reasoning"
  if (item.type === "search_results") {
    const { queries, results } = item
    return [
      { results: [] },
      [
        { type: `${reasoning}.search_queries`, queries },
        { type: `${reasoning}.search_results`, results, thought }
      ]
    ]
  }
  if (item.type === "fetch_url_results") {
    const { contents } = item
    return [
      { contents: [] },
      [
        { type: `${reasoning}.fetch_url_queries`, urls: contents.map(({ url }) => url) },
        { type: `${reasoning}.fetch_url_results`, contents, thought }
      ]
    ]
  }
  // A call has its complete arguments from the first event on: some clients read no other.
  if (item.type !== "message") return [{}, []]
  const place = { item_id: item.id, output_index, content_index: 0 }
  const text = item.content?.[0]?.text ?? ""
  const deltas = splitDeltas(text).map((delta) => ({ type: "response.output_text.delta", ...place, delta }))
  return [
    { status: "in_progress", content: [] },
    [...deltas, { type: "response.output_text.done", ...place, text }]
  ]
}

const eventsOf = (step: RunStep, output_index: number): ReadonlyArray<Unnumbered> => {
  const [lacks, events] = progressOf(step, output_index)
  const { item } = step
  return [
    { type: "response.output_item.added", output_index, item: { ...item, ...lacks } },
    ...events,
    { type: "response.output_item.done", output_index, item }
  ]
}

/** All events in order. The last one is `response.completed` or `response.failed`. */
export const toEvents = ({
  displayedModel,
  response,
  steps,
  thought
}: RunOutcome): ReadonlyArray<unknown> => {
  const { error, usage: _usage, ...rest } = response
  const begun = { ...rest, model: displayedModel, status: "in_progress", output: [] }
  const all = steps.map(eventsOf)
  const tools = steps.filter((step) => step.thought !== undefined).length
  const reasoning = [
    { type: "response.reasoning.started" },
    ...all.slice(0, tools).flat(),
    { type: "response.reasoning.stopped", thought }
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
