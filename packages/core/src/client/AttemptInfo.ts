// What is told of an attempt when it is over.
import type { ApiError } from "../errors/ApiError.ts"

/** An attempt of a call: answered, or failed. A stream is answered when the head of its answer is there. */
export interface Attempt {
  /** As `Decisions.create`. */
  readonly operation: string
  /** From 1 on. */
  readonly attempt: number
  /** Why it failed; undefined: it was answered. */
  readonly error: ApiError | undefined
  /** Milliseconds to the next attempt; undefined: none follows. */
  readonly wait: number | undefined
  /** Milliseconds since the call began. */
  readonly elapsed: number
  /** Retry tokens the client has left, of 500; without any, failures stand. */
  readonly tokens: number
}
