// How the chat models differ: how much they search, and how long their answers are.
// Source: §4.10; Assumed: ours, the figures.
import type { ChatRequest } from "@leadline/core/chat"
import type { Effort } from "../question-answering/research.ts"

/** How a request is answered. */
export interface ModelBehavior {
  readonly effort: Effort
  /** Reasoning in a concise stream: every step, only its end, or none. */
  readonly reasoning: "steps" | "end" | "none"
  /** Does the request use `search_type` `pro`, which searches in several steps? */
  readonly isProSearch: boolean
  /** Does the usage report citation and reasoning tokens? */
  readonly reportsTokens: boolean
}

const deepResearchQueries = { minimal: 2, low: 3, medium: 5, high: 8 } as const

/** How a request is answered, by its model and options. */
export const modelBehavior = ({
  model,
  reasoning_effort: effort,
  web_search_options: options
}: ChatRequest): ModelBehavior => {
  const isProSearch = model === "sonar-pro" && options?.search_type === "pro"
  const plain = { isProSearch, reportsTokens: false }
  if (model === "sonar-deep-research") {
    const queries = deepResearchQueries[effort ?? "medium"]
    return {
      effort: { sentences: 8 + 2 * queries, queries, share: 0.5 },
      reasoning: "end",
      isProSearch,
      reportsTokens: true
    }
  }
  if (model === "sonar-reasoning-pro") {
    const queries = effort === "high" ? 3 : effort === "minimal" ? 1 : 2
    return { ...plain, effort: { sentences: 6, queries, share: 0.6 }, reasoning: "steps" }
  }
  if (model === "sonar-pro")
    return {
      ...plain,
      effort: { sentences: 6, queries: isProSearch ? 3 : 2, share: 0.6 },
      reasoning: isProSearch ? "steps" : "none"
    }
  return { ...plain, effort: { sentences: 4, queries: 1, share: 0.65 }, reasoning: "none" }
}
