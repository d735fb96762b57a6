// What each chat model does with a question: how much it searches, how much it says.
// Source: §4.10; Assumed: ours, the figures.
import type { ChatRequest } from "@leadline/core/chat"
import type { Effort } from "../question-answering/research.ts"

/** How a request is worked on. */
export interface Mode {
  readonly effort: Effort
  /** Reasoning in a concise stream: every step, its end alone, or nothing. */
  readonly reasoning: "steps" | "end" | "none"
  /** Is the request one of several steps, as `search_type` `pro` asks? */
  readonly pro: boolean
  /** Are citation and reasoning tokens counted? */
  readonly counts: boolean
}

const deepQueries = { minimal: 2, low: 3, medium: 5, high: 8 } as const

/** How a request is worked on, by its model and options. */
export const modeOf = ({
  model,
  reasoning_effort: effort,
  web_search_options: options
}: ChatRequest): Mode => {
  const pro = model === "sonar-pro" && options?.search_type === "pro"
  const plain = { pro, counts: false }
  if (model === "sonar-deep-research") {
    const queries = deepQueries[effort ?? "medium"]
    return {
      effort: { sentences: 8 + 2 * queries, queries, share: 0.5 },
      reasoning: "end",
      pro,
      counts: true
    }
  }
  if (model === "sonar-reasoning-pro") {
    const queries = effort === "high" ? 3 : effort === "minimal" ? 1 : 2
    return { ...plain, effort: { sentences: 6, queries, share: 0.6 }, reasoning: "steps" }
  }
  if (model === "sonar-pro")
    return {
      ...plain,
      effort: { sentences: 6, queries: pro ? 3 : 2, share: 0.6 },
      reasoning: pro ? "steps" : "none"
    }
  return { ...plain, effort: { sentences: 4, queries: 1, share: 0.65 }, reasoning: "none" }
}
