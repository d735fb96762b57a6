// How the chat models differ: how often they search, and what they show of it.
// Source: §4.10; Assumed: ours, the figures.
import type { ChatRequest } from "@leadline/core/chat"

/** How a request is answered. */
export interface ModelBehavior {
  /** Searches, at most. */
  readonly maxQueries: number
  /** Reasoning in a concise stream: every step, only its end, or none. */
  readonly reasoning: "steps" | "end" | "none"
}

const deepResearchQueries = { minimal: 2, low: 3, medium: 5, high: 8 } as const

/** How a request is answered, by its model and options. */
export const modelBehavior = ({
  model,
  reasoning_effort: effort,
  web_search_options: options
}: ChatRequest): ModelBehavior => {
  if (model === "sonar-deep-research")
    return { maxQueries: deepResearchQueries[effort ?? "medium"], reasoning: "end" }
  if (model === "sonar-reasoning-pro")
    return { maxQueries: effort === "high" ? 3 : effort === "minimal" ? 1 : 2, reasoning: "steps" }
  if (model !== "sonar-pro") return { maxQueries: 1, reasoning: "none" }
  return options?.search_type === "pro"
    ? { maxQueries: 3, reasoning: "steps" }
    : { maxQueries: 2, reasoning: "none" }
}
