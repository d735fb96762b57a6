// A response as stream events, numbered from 0.
// Source: §6; kinds, payloads and order are Assumed: OAS.
import { splitDeltas } from "../question-answering/outputText.ts"
import type { RunOutcome, RunStep } from "./respond.ts"

/** An event without its sequence number. */
type Unnumbered = { readonly type: string } & { readonly [field: string]: unknown }

const added = (index: number, item: unknown): Unnumbered => ({
  type: "response.output_item.added",
  output_index: index,
  item
})
const done = (index: number, item: unknown): Unnumbered => ({
  ...added(index, item),
  type: "response.output_item.done"
})

const toolEvents = ({ action, item }: RunStep, index: number): ReadonlyArray<Unnumbered> => {
  if (action.kind === "search")
    return [
      added(index, { ...item, results: [] }),
      { type: "response.reasoning.search_queries", queries: action.queries },
      { type: "response.reasoning.search_results", results: action.results, thought: action.thought },
      done(index, item)
    ]
  if (action.kind !== "fetch") return []
  return [
    added(index, { ...item, contents: [] }),
    { type: "response.reasoning.fetch_url_queries", urls: action.urls },
    { type: "response.reasoning.fetch_url_results", contents: action.contents, thought: action.thought },
    done(index, item)
  ]
}

const answerEvents = ({ action, item }: RunStep, index: number): ReadonlyArray<Unnumbered> => {
  // The first event already has the complete arguments: some clients read no other.
  if (action.kind === "call") return [added(index, item), done(index, item)]
  if (action.kind !== "message" || item.type !== "message") return []
  const place = { item_id: item.id, output_index: index, content_index: 0 }
  return [
    added(index, { ...item, status: "in_progress", content: [] }),
    ...splitDeltas(action.text).map((delta) => ({ type: "response.output_text.delta", ...place, delta })),
    { type: "response.output_text.done", ...place, text: action.text },
    done(index, item)
  ]
}

const isTool = ({ action }: RunStep): boolean => action.kind === "search" || action.kind === "fetch"

/** All events in order. The last one is `response.completed` or `response.failed`. */
export const toEvents = ({
  response,
  displayedModel: shown,
  steps,
  thought
}: RunOutcome): ReadonlyArray<unknown> => {
  const { error, usage: _usage, ...rest } = response
  const begun = { ...rest, model: shown, status: "in_progress", output: [] }
  const tools = steps.some(isTool)
  const all: ReadonlyArray<Unnumbered> = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...(tools ? [{ type: "response.reasoning.started" }] : []),
    ...steps.flatMap((step, index) => (isTool(step) ? toolEvents(step, index) : [])),
    ...(tools ? [{ type: "response.reasoning.stopped", ...(thought === undefined ? {} : { thought }) }] : []),
    ...steps.flatMap((step, index) => (isTool(step) ? [] : answerEvents(step, index))),
    response.status === "failed"
      ? { type: "response.failed", error, response }
      : { type: "response.completed", response }
  ]
  return all.map(({ type, ...payload }, sequence_number) => ({ type, sequence_number, ...payload }))
}
