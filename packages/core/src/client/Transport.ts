// The seam between the client and what carries its requests: one HTTP exchange, told step by step.
import * as Context from "effect/Context"
import type { Phase } from "../errors/ApiError.ts"

/** A request ready for the wire: address, headers with lower-case names, body if any. */
export interface TransportRequest {
  /** In capitals. */
  readonly method: string
  /** Absolute, as the base URL and the operation's path make it. */
  readonly url: string
  /** Lower-case names; the key is among them. */
  readonly headers: { readonly [name: string]: string }
  /** Undefined: none. */
  readonly body: string | Uint8Array | undefined
  /** The operation it is for, as `Decisions.create`. */
  readonly operation?: string
  /** Which attempt of its call it is, from 1 on. */
  readonly attempt?: number
}

/** An error of code that is not ours, told by a transport: the call ends with that very error. */
export class Defect {
  /** What was thrown. */
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/**
 * Who is told how an exchange goes, in order: phases, the head, bytes, and last either the end or what broke it.
 * Nothing is told after the last, nor after `abort`. A transport may tell from within `send`.
 */
export interface Receiver {
  /** The request has moved on: where it would break now. Untold it counts as `headers`, so as perhaps sent. */
  readonly onPhase: (phase: Phase) => void
  /** The final head: 1xx ones are not told. Lower-case names; a repeated header is joined with ", ". */
  readonly onHead: (status: number, headers: { readonly [name: string]: string }) => void
  /** A part of the body, the receiver's to keep. False asks for no more until `resume`. */
  readonly onBytes: (bytes: Uint8Array) => boolean
  /** The body is whole. */
  readonly onEnd: () => void
  /** What broke the exchange: the transport's own error, with its `code` where the runtime gives one. */
  readonly onError: (cause: unknown) => void
}

/** An exchange under way. */
export interface Exchange {
  /** Ends it at once and frees its connection; harmless after its end. */
  readonly abort: () => void
  /** More bytes are welcome again. */
  readonly resume: () => void
}

/**
 * What carries requests. It follows no redirect, asks for no encoding of its own, keeps no time: deadlines, retries,
 * limits and reading are the client's. `send` does not throw.
 */
export class Transport extends Context.Service<
  Transport,
  {
    /** Begins an exchange and tells the receiver how it goes. */
    readonly send: (request: TransportRequest, receiver: Receiver) => Exchange
    /** Content codings the runtime undoes unasked. Any other coding of an answer is an error. */
    readonly contentCodings: ReadonlyArray<string>
    /** May `traceparent` go along? Not in browsers, where it fails a preflight. */
    readonly propagatesTrace: boolean
  }
>()("@leadline/core/http/Transport") {}
