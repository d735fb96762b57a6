// What a row of the server benchmark is: two sides, a request for each, and a bound for their ratio.
import type { SubjectName } from "./subjects.ts"

/** One HTTP request of the load. */
export interface LoadRequest {
  readonly method: "GET" | "POST"
  readonly path: string
  /** JSON text. Default: none. */
  readonly body?: string
  /** Default: the bearer {@link key}. */
  readonly authorization?: string
}

/** What a subject answers, as far as two sides must agree on it. */
export interface ObservedResponse {
  readonly status: number
  /** Lower case, sorted. */
  readonly headers: ReadonlyArray<string>
  readonly body: string
}

/** Bodies outside the contract, and the status that refuses them. */
export interface InvalidBodies {
  readonly status: number
  readonly bodies: ReadonlyArray<unknown>
}

/** One side of a row. */
export interface Side {
  /** As the table shows it. */
  readonly label: string
  readonly subject: SubjectName
  readonly sent: LoadRequest
}

/** One row of the table. */
export interface ComparisonRow {
  /** As `--rows` takes it. */
  readonly name: string
  /** Leadline's side, and the one it is compared with. */
  readonly sides: readonly [Side, Side]
  /** What figures are of. Default: a request. */
  readonly unit?: "event"
  /** The most that processor time may be, times the other side. */
  readonly target: number
  /** The status of both answers. */
  readonly status: number
  /** Whether both sides must give equal bodies and header names. Default true. */
  readonly isEqual?: boolean
  /** Bodies that both sides must refuse with a status, as they must another key with 401. Default: not tried. */
  readonly wrong?: InvalidBodies
  /** Connections, each with one request at a time. Default 32. */
  readonly connections?: number
}

/** Events of one answer; 1 where the unit is a request. */
export const eventsOf = ({ unit }: ComparisonRow): number => (unit === "event" ? eventCount : 1)

/** Events of a stream, the last one included. */
export const eventCount = 256
