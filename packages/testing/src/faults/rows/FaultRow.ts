// One row of the catalogue of faults: what the server does, and what the caller must be told.
import type { Operation } from "../operations.ts"
import type { Answer } from "../operations.ts"
import type { Script } from "../ServerScript.ts"

/** What a failure says about the request: it never left, was refused, may have run, or is settled. */
export type Failure = "unsent" | "refused" | "unknown" | "final"

/** An error as it must be: of the fields named, exactly these values. */
export interface Wanted {
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
export type Outcomes = ReadonlyArray<"ok" | Wanted>

/** How the server is reached. */
export type Link =
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
export interface Case {
  /** Tells the cases of one row apart. */
  readonly title?: string
  readonly link?: Link
  /** What the server does with the n-th request. `trap`: an address that must get no request. */
  readonly serve?: (answer: Answer, n: number, trap: string) => Script
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
  readonly wanted: Outcomes
  /** What fetch tells where it tells less or other things. */
  readonly onFetch?: Outcomes
}

/** One row: all its cases meet all its operations over both transports. */
export interface Row {
  readonly id: string
  readonly title: string
  /** `as it comes`: that of the error that came. An answer has none. */
  readonly failure: Failure | "as it comes"
  readonly cases: ReadonlyArray<Case>
}

/** A row with one case. */
export const row = (
  id: string,
  title: string,
  failure: Row["failure"],
  ...cases: ReadonlyArray<Case>
): Row => ({
  id,
  title,
  failure,
  cases
})

/** The connection broke or never was. */
export const connection = (phase: string, reason: string): Wanted => ({
  _tag: "ConnectionError",
  phase,
  reason
})

/** Time was up. */
export const deadline = (phase: string): Wanted => ({ _tag: "DeadlineExceededError", phase })

/** A whole answer that cannot be used. */
export const invalid = (reason: string): Wanted => ({ _tag: "InvalidResponseError", reason })

/** A stream without its end. */
export const truncated = (reason: string, eventsSeen: number, pending: boolean): Wanted => ({
  _tag: "StreamTruncatedError",
  reason,
  eventsSeen,
  pending
})
