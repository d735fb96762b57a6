// What is told of an attempt when it is over.
import type { ApiError } from "../errors/ApiError.ts"

/** An attempt of a call: answered, or failed. A stream is answered when the head of its answer is there. */
export interface AttemptInfo {
  /** As `Decisions.create`. */
  readonly operation: string
  /** From 1 on. */
  readonly attempt: number
  /** Why it failed; undefined: it was answered. */
  readonly error: ApiError | undefined
  /** Milliseconds to the next attempt; undefined: none follows. */
  readonly retryDelay: number | undefined
  /** Milliseconds since the call began. */
  readonly elapsed: number
  /** Retry tokens the client has left, of 500; without any, failures stand. */
  readonly retryTokens: number
}
