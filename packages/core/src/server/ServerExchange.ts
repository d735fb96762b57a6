// One HTTP request as a runtime adapter hands it to the pipeline, and the way to answer it.
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** Header names are in lower case. A repeated header is one value, joined by ", "; cookies by "; ". */
export interface RequestHeaders {
  readonly [name: string]: string | undefined
}

/** The connection broke while a body was read. */
export class BodyReadError extends Data.TaggedError("BodyReadError")<{ readonly cause?: unknown }> {}

/** The body of a request. */
export interface RequestBody {
  /** The whole body, if it has arrived; undefined: read it with `next`. Asked before `next`, or when the answer is sent, to take what is left. */
  readonly ready: () => Uint8Array | undefined
  /** The next piece, undefined at the end. */
  readonly next: Effect.Effect<Uint8Array | undefined, BodyReadError>
}

/** Status and headers of an answer. Header names are in lower case. */
export interface ResponseHead {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
}

/** Writes the body of a streamed answer. */
export interface BodyWriter {
  /** Takes a piece. False: the reader is slow, wait for `drained` before the next one. */
  readonly write: (piece: string | Uint8Array) => boolean
  /** Completes when the reader has taken what was written. */
  readonly drained: Effect.Effect<void>
  /** Bytes written so far. */
  readonly bytes: () => number
}

/** One HTTP request of any runtime, and its response: call `send` or `stream`, once. */
export interface ServerExchange {
  readonly method: string
  /** Path and query as they were sent, not normalised. */
  readonly target: string
  readonly headers: RequestHeaders
  /** The address of the peer, where the runtime knows it. */
  readonly remoteAddress: string | undefined
  /** The origin of this server as its runtime knows it, as `http://127.0.0.1:8080`: never what the request says. */
  readonly localOrigin: () => string | undefined
  readonly body: RequestBody
  /** Sends a whole answer; gives the bytes of its body. */
  readonly send: (head: ResponseHead, body: string | Uint8Array) => number
  /**
   * Sends the head, then the pieces that `produce` writes; completes when the answer is over. The fiber is interrupted
   * when the connection closes early.
   */
  readonly stream: (
    head: ResponseHead,
    produce: (writer: BodyWriter) => Effect.Effect<void>
  ) => Effect.Effect<void>
}
