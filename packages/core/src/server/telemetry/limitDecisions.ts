// Counts how often each limit admitted a request, and how often it refused one.
import type * as Context from "effect/Context"
import { limitDecisions } from "./metrics.ts"

/** The limits of a server. */
export type Limit = "requests" | "concurrency" | "tokens" | "refused_keys" | "keyless"

/** Counts one decision. */
export const decided = (context: Context.Context<never>, limit: Limit, isAdmitted: boolean): void =>
  limitDecisions({ limit, outcome: isAdmitted ? "admitted" : "refused" }).updateUnsafe(1, context)
