// The differences of the chat models over a model server: how many searches, and which reasoning is shown.
// Source: §4.10; Assumed: ours, the figures.
import type { ChatRequest } from "@leadline/core/chat"

/** How a request is answered. */
export interface Behavior {
  /** Queries of the search; with more than one the model writes them. */
  readonly queries: number
  /** Reasoning in a concise stream: every step, only its end, or none. */
  readonly reasoning: "steps" | "end" | "none"
}

/** By model and options. */
export const behaviorOf = ({ model, web_search_options: options }: ChatRequest): Behavior => {
  if (model === "sonar-deep-research") return { queries: 5, reasoning: "end" }
  if (model === "sonar-reasoning-pro") return { queries: 3, reasoning: "steps" }
  return model === "sonar-pro" && options?.search_type === "pro"
    ? { queries: 2, reasoning: "steps" }
    : { queries: 1, reasoning: "none" }
}
