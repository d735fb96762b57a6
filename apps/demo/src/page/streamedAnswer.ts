// Reduces the events of a stream of chat or responses to one view.
// Source: §2.8, §2.10, §6.
import type { ChatChunk, Image } from "@leadline/core/chat"
import type { OutputItem, Response, ResponseEvent } from "@leadline/core/responses"
import type { Citations } from "./parts/Markdown.tsx"
import type { Fact } from "./parts/Problem.tsx"
import type { FoundPage } from "./parts/Sources.tsx"
import { counted, money } from "./text.ts"

/** A function call that the model requests. */
export type FunctionCall = Extract<OutputItem, { readonly type: "function_call" }>

/** An answer so far. */
export interface AnswerView {
  readonly text: string
  /** Thoughts, searches, pages read. */
  readonly steps: ReadonlyArray<readonly [kind: string, text: string]>
  readonly citations: Citations
  readonly pages: ReadonlyArray<FoundPage>
  readonly images: ReadonlyArray<Image>
  readonly related: ReadonlyArray<string>
  readonly calls: ReadonlyArray<FunctionCall>
  readonly failure: string
  readonly facts: ReadonlyArray<Fact>
}

/** Nothing yet. */
export const noAnswer: AnswerView = {
  text: "",
  steps: [],
  citations: {},
  pages: [],
  images: [],
  related: [],
  calls: [],
  failure: "",
  facts: []
}

const kinds: { readonly [type: string]: string } = { web_search: "Search", fetch_url_content: "Read" }

/** Adds an event of chat. */
export const reduceChat = (view: AnswerView, event: unknown): AnswerView => {
  const { choices, citations, images, object, related_questions, search_results, usage } = event as ChatChunk
  const [choice] = choices
  const whole = object === "chat.completion.done" ? choice?.message?.content : undefined
  const steps = choice?.delta.reasoning_steps ?? []
  const pages = search_results ?? view.pages
  const cited = (citations ?? []).map((url, at) => [
    at + 1,
    { url, title: pages.find((page) => page.url === url)?.title }
  ])
  return {
    ...view,
    text: whole ?? view.text + (choice?.delta.content ?? ""),
    steps: [
      ...view.steps,
      ...steps.map(({ thought, type }) => [kinds[type ?? ""] ?? "Thought", thought] as const)
    ],
    citations: cited.length > 0 ? Object.fromEntries(cited) : view.citations,
    pages,
    images: images ?? view.images,
    related: related_questions ?? view.related,
    facts: usage
      ? [
          ["input tokens", usage.prompt_tokens],
          ["output tokens", usage.completion_tokens],
          ["reasoning tokens", usage.reasoning_tokens || undefined],
          ["searches", usage.num_search_queries || undefined],
          ["cost", usage.cost ? money(usage.cost.total_cost) : undefined]
        ]
      : view.facts
  }
}

const withItems = (view: AnswerView, items: ReadonlyArray<OutputItem>): AnswerView => {
  const text = items
    .flatMap((item) => (item.type === "message" ? (item.content ?? []) : []))
    .map((part) => part.text)
  const pages = items.flatMap((item) => (item.type === "search_results" ? item.results : []))
  return {
    ...view,
    text: text.join("") || view.text,
    pages: pages.length > 0 ? pages : view.pages,
    citations: pages.length > 0 ? Object.fromEntries(pages.map((page) => [page.id, page])) : view.citations
  }
}

const withResponse = (view: AnswerView, { model, output, status, usage }: Response): AnswerView => ({
  ...withItems(view, output),
  calls: output.flatMap((item) =>
    status === "requires_action" && item.type === "function_call" ? [item] : []
  ),
  facts: [
    ["status", status],
    ["model", model],
    ["input tokens", usage?.input_tokens],
    ["output tokens", usage?.output_tokens],
    ["cost", usage?.cost ? money(usage.cost.total_cost) : undefined]
  ]
})

/** Adds an event of responses. Unknown kinds are ignored. */
export const reduceResponses = (view: AnswerView, received: unknown): AnswerView => {
  const event = received as ResponseEvent
  const step = (kind: string, text: string) => ({ ...view, steps: [...view.steps, [kind, text] as const] })
  const thought = "thought" in event && typeof event.thought === "string" ? event.thought : undefined
  switch (event.type) {
    case "response.reasoning.search_queries":
      return step("Search", event.queries.map((query) => `"${query}"`).join(", "))
    case "response.reasoning.search_results":
      return step("Found", thought ?? counted(event.results.length, "page"))
    case "response.reasoning.fetch_url_queries":
      return step("Open", event.urls.join(", "))
    case "response.reasoning.fetch_url_results":
      return step("Read", thought ?? counted(event.contents.length, "page"))
    case "response.output_item.done":
      return event.item.type === "search_results" ? withItems(view, [event.item]) : view
    case "response.output_text.delta":
      return { ...view, text: view.text + event.delta }
    case "response.completed":
      return withResponse(view, event.response)
    case "response.failed":
      return {
        ...view,
        failure: event.error?.message ?? event.response?.error?.message ?? "The service gave no reason."
      }
    case "response.cancelled":
    case "response.incomplete":
      return {
        ...(event.response ? withResponse(view, event.response) : view),
        failure: "The run ended early."
      }
    default:
      return thought === undefined ? view : step("Thought", thought)
  }
}
