// A response as stream events, numbered from 0.
// Source: §6; kinds, payloads and order are Assumed: OAS.
import { splitDeltas } from "../question-answering/outputText.ts"
import type { RunOutcome } from "./respond.ts"
import type { RunStep } from "./run.ts"

/** An event without its sequence number. */
type Unnumbered = { readonly type: string } & { readonly [field: string]: unknown }

/** The events between the first and the last one of an item, and the fields that the item lacks at first. */
const eventsWithin = (
  { item, thought }: RunStep,
  output_index: number
): { readonly lacks: object; readonly events: ReadonlyArray<Unnumbered> } => {
  if (item.type === "search_results")
    return {
      lacks: { results: [] },
      events: [
        { type: "response.reasoning.search_queries", queries: item.queries },
        { type: "response.reasoning.search_results", results: item.results, thought }
      ]
    }
  if (item.type === "fetch_url_results")
    return {
      lacks: { contents: [] },
      events: [
        { type: "response.reasoning.fetch_url_queries", urls: item.contents.map(({ url }) => url) },
        { type: "response.reasoning.fetch_url_results", contents: item.contents, thought }
      ]
    }
  // A call has its complete arguments from the first event on: some clients read no other.
  if (item.type !== "message") return { lacks: {}, events: [] }
  const place = { item_id: item.id, output_index, content_index: 0 }
  const text = item.content?.[0]?.text ?? ""
  return {
    lacks: { status: "in_progress", content: [] },
    events: [
      ...splitDeltas(text).map((delta) => ({ type: "response.output_text.delta", ...place, delta })),
      { type: "response.output_text.done", ...place, text }
    ]
  }
}

const eventsOf = (step: RunStep, output_index: number): ReadonlyArray<Unnumbered> => {
  const { events, lacks } = eventsWithin(step, output_index)
  return [
    { type: "response.output_item.added", output_index, item: { ...step.item, ...lacks } },
    ...events,
    { type: "response.output_item.done", output_index, item: step.item }
  ]
}

/** All events in order. The last one is `response.completed` or `response.failed`. */
export const toEvents = (outcome: RunOutcome): ReadonlyArray<unknown> => {
  const { displayedModel, response, steps, thought } = outcome
  const { error, usage: _usage, ...rest } = response
  const begun = { ...rest, model: displayedModel, status: "in_progress", output: [] }
  const all = steps.map(eventsOf)
  const tools = steps.filter((step) => step.thought !== undefined).length
  const events: ReadonlyArray<Unnumbered> = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...(tools === 0
      ? []
      : [
          { type: "response.reasoning.started" },
          ...all.slice(0, tools).flat(),
          { type: "response.reasoning.stopped", thought }
        ]),
    ...all.slice(tools).flat(),
    response.status === "failed"
      ? { type: "response.failed", error, response }
      : { type: "response.completed", response }
  ]
  return events.map(({ type, ...payload }, sequence_number) => ({ type, sequence_number, ...payload }))
}
