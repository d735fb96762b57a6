// One row of the catalogue of faults: what the server does, and what the caller must be told.
import type { Operation } from "../operations.ts"
import type { Answer } from "../operations.ts"
import type { ServerScript } from "../ServerScript.ts"

/** What a failure says about the request: it never left, was refused, may have run, or is settled. */
export type Failure = "unsent" | "refused" | "unknown" | "final"

/** An error as it must be: of the fields named, exactly these values. */
export interface ExpectedError {
  readonly _tag: string
  readonly phase?: string
  readonly reason?: string
  readonly status?: number
  readonly eventsSeen?: number
  readonly pending?: boolean
  readonly retryAfter?: number
  readonly sent?: boolean
}

/** What comes of a call: the answer, or one of these errors. */
export type ExpectedOutcomes = ReadonlyArray<"ok" | ExpectedError>

/** How the server is reached. */
export type NetworkCondition =
  | "plain"
  | "refused"
  | "reset at accept"
  | "unread"
  | "unresolved"
  | "black hole"
  | "expired certificate"
  | "certificate of another host"
  | "good certificate"
  | "handshake without end"
  | "dead IPv6"
  | "proxy"

/** One way a row shows itself. */
export interface FaultCase {
  /** Tells the cases of one row apart. */
  readonly title?: string
  readonly link?: NetworkCondition
  /** What the server does with the n-th request. `trap`: an address that must get no request. */
  readonly serve?: (answer: Answer, n: number, trap: string) => ServerScript
  /** Only these operations meet it. */
  readonly only?: (operation: Operation) => boolean
  /** Calls on one client, one after the other. Default 1; what is wanted is wanted of the last one. */
  readonly calls?: number
  /** Milliseconds for the whole call. Default 10 s. A deadline error must come soon after it. */
  readonly timeout?: number
  readonly idleTimeout?: number
  readonly eventTimeout?: number
  /** Further characters of the request. */
  readonly size?: number
  /** Requests when the failure may be repeated. Default 3. */
  readonly repeats?: number
  /** Events of a good stream that do not arrive. */
  readonly lost?: number
  /** Takes seconds of work: it runs alone. */
  readonly isHeavy?: true
  readonly wanted: ExpectedOutcomes
  /** What fetch tells where it tells less or other things. */
  readonly onFetch?: ExpectedOutcomes
}

/** One row: all its cases meet all its operations over both transports. */
export interface FaultRow {
  readonly id: string
  readonly title: string
  /** `as it comes`: that of the error that came. An answer has none. */
  readonly failure: Failure | "as it comes"
  readonly cases: ReadonlyArray<FaultCase>
}

/** A row with one case. */
export const row = (
  id: string,
  title: string,
  failure: FaultRow["failure"],
  ...cases: ReadonlyArray<FaultCase>
): FaultRow => ({
  id,
  title,
  failure,
  cases
})

/** The connection broke or never was. */
export const connectionError = (phase: string, reason: string): ExpectedError => ({
  _tag: "ConnectionError",
  phase,
  reason
})

/** Time was up. */
export const deadlineError = (phase: string): ExpectedError => ({ _tag: "DeadlineExceededError", phase })

/** A whole answer that cannot be used. */
export const invalidResponse = (reason: string): ExpectedError => ({ _tag: "InvalidResponseError", reason })

/** A stream without its end. */
export const truncatedStream = (reason: string, eventsSeen: number, pending: boolean): ExpectedError => ({
  _tag: "StreamTruncatedError",
  reason,
  eventsSeen,
  pending
})
