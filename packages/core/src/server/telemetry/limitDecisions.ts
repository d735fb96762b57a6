// Counts how often each limit admitted a request, and how often it refused one.
import type * as Context from "effect/Context"
import { limitDecisions } from "./metrics.ts"

/** The limits of a server. */
export type Limit = "requests" | "concurrency" | "tokens" | "budget" | "refused_keys" | "keyless"

const counters = (limit: Limit) => ({
  admitted: limitDecisions({ limit, outcome: "admitted" }),
  refused: limitDecisions({ limit, outcome: "refused" })
})

/** Looked up once: every request is looked at by two limits at least. */
const decisions: { readonly [L in Limit]: ReturnType<typeof counters> } = {
  requests: counters("requests"),
  concurrency: counters("concurrency"),
  tokens: counters("tokens"),
  budget: counters("budget"),
  refused_keys: counters("refused_keys"),
  keyless: counters("keyless")
}

/** Counts one decision. */
export const decided = (context: Context.Context<never>, limit: Limit, isAdmitted: boolean): void =>
  (isAdmitted ? decisions[limit].admitted : decisions[limit].refused).updateUnsafe(1, context)
