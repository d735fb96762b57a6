// Reduces the events of a responses stream to one view.
// Source: §2.8, §6.
import type { FoundPage, OutputItem, Response, ResponseEvent } from "@leadline/core/responses"
import { counted } from "../format.ts"
import type { ReasoningStep } from "./ReasoningSteps.tsx"

/** A function call that the model requests. */
export type FunctionCall = Extract<OutputItem, { readonly type: "function_call" }>

/** A response so far. */
export interface ResponsesView {
  readonly response: Response | undefined
  readonly items: ReadonlyArray<OutputItem>
  /** The text of messages that are still streaming. */
  readonly text: string
  readonly steps: ReadonlyArray<ReasoningStep>
  readonly failure: string | undefined
}

/** Nothing yet. */
export const emptyResponse: ResponsesView = {
  response: undefined,
  items: [],
  text: "",
  steps: [],
  failure: undefined
}

const list = (words: ReadonlyArray<string>): string => words.map((word) => `"${word}"`).join(", ")

const stepsOf = (event: ResponseEvent): ReadonlyArray<ReasoningStep> => {
  const thought = "thought" in event && typeof event.thought === "string" ? event.thought : undefined
  switch (event.type) {
    case "response.reasoning.search_queries":
      return [{ kind: "Search", text: list(event.queries) }]
    case "response.reasoning.search_results":
      return [{ kind: "Found", text: thought ?? counted(event.results.length, "page") }]
    case "response.reasoning.fetch_url_queries":
      return [{ kind: "Open", text: event.urls.join(", ") }]
    case "response.reasoning.fetch_url_results":
      return [{ kind: "Read", text: thought ?? counted(event.contents.length, "page") }]
    case "response.reasoning.started":
    case "response.reasoning.stopped":
      return thought === undefined ? [] : [{ kind: "Thought", text: thought }]
    default:
      return []
  }
}

/** Adds one event. Unknown kinds are ignored. */
export const reduceResponses = (view: ResponsesView, received: unknown): ResponsesView => {
  const event = received as ResponseEvent
  const next = { ...view, steps: [...view.steps, ...stepsOf(event)] }
  switch (event.type) {
    case "response.output_item.added":
    case "response.output_item.done":
      return { ...next, items: next.items.toSpliced(event.output_index, 1, event.item) }
    case "response.output_text.delta":
      return { ...next, text: next.text + event.delta }
    case "response.created":
    case "response.in_progress":
      return { ...next, response: event.response }
    case "response.completed":
      return { ...next, response: event.response, items: event.response.output }
    case "response.failed":
      return {
        ...next,
        response: event.response ?? next.response,
        failure: event.error?.message ?? event.response?.error?.message ?? "The service gave no reason."
      }
    case "response.cancelled":
    case "response.incomplete":
      return { ...next, response: event.response ?? next.response, failure: "The run ended early." }
    default:
      return next
  }
}

/** The text of the message, complete or still streaming. */
export const textOf = ({ items, text }: ResponsesView): string =>
  items
    .flatMap((item) => (item.type === "message" ? (item.content ?? []) : []))
    .map((part) => part.text)
    .join("") || text

/** All search results, in the order of citations. */
export const pagesOf = ({ items }: ResponsesView): ReadonlyArray<FoundPage> =>
  items.flatMap((item) => (item.type === "search_results" ? item.results : []))

/** Function calls without an output. */
export const callsOf = ({ items }: ResponsesView): ReadonlyArray<FunctionCall> =>
  items.flatMap((item) => (item.type === "function_call" ? [item] : []))
