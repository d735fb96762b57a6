// Reduces the events of a chat stream to one view.
// Source: §2.10, §6.
import type { ChatChunk, Image, SearchResult, Usage } from "@leadline/core/chat"
import type { ReasoningStep } from "./ReasoningSteps.tsx"

/** An answer so far. */
export interface ChatView {
  readonly text: string
  readonly steps: ReadonlyArray<ReasoningStep>
  readonly citations: ReadonlyArray<string>
  readonly results: ReadonlyArray<SearchResult>
  readonly images: ReadonlyArray<Image> | undefined
  readonly related: ReadonlyArray<string>
  readonly usage: Usage | undefined
}

/** Nothing yet. */
export const emptyChat: ChatView = {
  text: "",
  steps: [],
  citations: [],
  results: [],
  images: undefined,
  related: [],
  usage: undefined
}

const kinds: { readonly [type: string]: string } = {
  web_search: "Search",
  fetch_url_content: "Read",
  execute_python: "Code"
}

/** Adds one event. */
export const reduceChat = (view: ChatView, event: unknown): ChatView => {
  const chunk = event as ChatChunk
  const choice = chunk.choices[0]
  const steps = (choice?.delta.reasoning_steps ?? []).map(({ thought, type }) => ({
    kind: kinds[type ?? ""] ?? "Thought",
    text: thought
  }))
  const isDone = chunk.object === "chat.completion.done"
  return {
    text: (isDone ? choice?.message?.content : undefined) ?? view.text + (choice?.delta.content ?? ""),
    steps: [...view.steps, ...steps],
    citations: chunk.citations ?? view.citations,
    results: chunk.search_results ?? view.results,
    images: chunk.images ?? view.images,
    related: chunk.related_questions ?? view.related,
    usage: chunk.usage ?? view.usage
  }
}

/** The page that each citation number names. */
export const citationsOf =
  ({ citations, results }: ChatView) =>
  (number: number) => {
    const result = results[number - 1]
    const url = citations[number - 1] ?? result?.url
    return url === undefined ? undefined : { url, ...(result?.url === url ? { title: result.title } : {}) }
  }
