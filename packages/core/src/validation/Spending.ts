// What the calls of paid services cost the caller of a request: reserved before each call, charged at its end.
import * as Context from "effect/Context"
import type { RateLimitError } from "../errors/ApiError.ts"

/** What a call used, or may use. */
export interface CallUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** USD; undefined: it is not known. */
  readonly cost: number | undefined
}

/** Charges calls to the caller of a request. */
export interface Spending {
  /**
   * Reserves what a call may use, before it is sent, and gives what charges it when it is over: what `used` gives by then,
   * undefined for nothing. The end of the request charges calls that were left. Gives a RateLimitError when the budget
   * of the caller's group has no room for it. `now`: Unix milliseconds.
   */
  readonly begin: (
    most: () => CallUsage,
    used: () => CallUsage | undefined,
    now: number
  ) => (() => void) | RateLimitError
}

/** Where the calls of the current request are charged; undefined: nobody pays. */
export const CurrentSpending = Context.Reference<Spending | undefined>(
  "@leadline/core/validation/CurrentSpending",
  { defaultValue: () => undefined }
)
