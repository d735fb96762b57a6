// A finished attempt, as `onAttempt` receives it.
import type { ApiError } from "../errors/ApiError.ts"

/** A finished attempt. An attempt of a stream is finished when the head of its response has arrived. */
export interface AttemptInfo {
  /** For example `Decisions.create`. */
  readonly operation: string
  /** From 1 on. */
  readonly attempt: number
  /** Why it failed; undefined for a success. */
  readonly error: ApiError | undefined
  /** Milliseconds to the next attempt; undefined: this was the last. */
  readonly retryDelay: number | undefined
  /** Milliseconds since the call began. */
  readonly elapsed: number
  /** Tokens left in the client's retry budget, of 500. Without enough tokens nothing is retried. */
  readonly retryTokens: number
}
