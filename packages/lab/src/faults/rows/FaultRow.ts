// One row of the fault catalogue: what the server does, and the error that the caller must get.
import type { Answer, Operation } from "../operations.ts"
import type { ServerScript } from "../ServerScript.ts"

/** The expected error: the named fields must have exactly these values. */
export interface ExpectedError {
  readonly _tag: string
  readonly [field: string]: unknown
}

/** Accepted outcomes of a call: success, or one of these errors. */
export type ExpectedOutcomes = ReadonlyArray<"ok" | ExpectedError>

/** How the server is reached. */
export type NetworkCondition =
  | "plain"
  | "refused"
  | "reset at accept"
  | "unread"
  | "unresolved"
  | "silent name"
  | "black hole"
  | "handshake without end"

/** Milliseconds that no quick row needs, on a busy machine either. */
export const defaultTimeout = 30_000

/** What a row may say besides. */
interface More {
  readonly link?: NetworkCondition
  /** Limits the row to some operations. */
  readonly only?: (operation: Operation) => boolean
  /** Sequential calls on one client; the last one is checked. Default 1. */
  readonly calls?: number
  /** Deadline of the call in milliseconds; its error must come soon after. Default {@link defaultTimeout}. */
  readonly timeout?: number
  /** Milliseconds for one connection. Default that of the transport. */
  readonly connectTimeout?: number
  /** Default that of the client. */
  readonly maxRetries?: number
  readonly idleTimeout?: number
  readonly eventTimeout?: number
  /** Extra characters in the request. */
  readonly size?: number
  /** Requests in total when the failure is retried. Default 3. */
  readonly repeats?: number
  /** Uses seconds of processor time and runs alone. */
  readonly isHeavy?: true
  /** Outcomes with fetch, where they differ. */
  readonly onFetch?: ExpectedOutcomes
}

/** One row: it runs with each of its operations over both transports. */
export interface FaultRow extends More {
  readonly title: string
  readonly wanted: ExpectedOutcomes
  /** The server's script for the n-th request. `trap`: a URL that must never be requested. */
  readonly serve: (answer: Answer, n: number, trap: string) => ServerScript
}

/** A row. */
export const row = (
  title: string,
  wanted: ExpectedOutcomes[number] | ExpectedOutcomes,
  serve: FaultRow["serve"] = () => [],
  more: More = {}
): FaultRow => ({ title, wanted: [wanted].flat(), serve, ...more })

/** Expects a connection error. */
export const connectionError = (phase: string, reason: string): ExpectedError => ({
  _tag: "ConnectionError",
  phase,
  reason
})

/** Expects a deadline error. */
export const deadlineError = (phase: string): ExpectedError => ({ _tag: "DeadlineExceededError", phase })

/** Expects a complete but invalid response. */
export const invalidResponse = (reason: string): ExpectedError => ({ _tag: "InvalidResponseError", reason })
