// The interface between the client and a runtime: it carries one HTTP exchange and reports its progress.
import * as Context from "effect/Context"
import type { Phase } from "../errors/ApiError.ts"

export {
  aBoolean,
  aDuration,
  aFunction,
  anObject,
  type Check,
  checkOptions,
  type Checks,
  integerFrom
} from "./optionChecks.ts"

/** A request as it goes over the wire. */
export interface TransportRequest {
  /** In capitals. */
  readonly method: string
  /** Absolute: the base URL and the operation's path. */
  readonly url: string
  /** Lower-case names, with the `authorization` header. */
  readonly headers: { readonly [name: string]: string }
  /** Undefined: none. */
  readonly body: string | Uint8Array | undefined
  /** The operation, for example `Decisions.create`. */
  readonly operation?: string
  /** The attempt of its call, from 1 on. */
  readonly attempt?: number
}

/** An unexpected error, such as one of a middleware, in place of a transport's failure: the call dies with it. */
export class Defect {
  /** The thrown value. */
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/**
 * The callbacks of one exchange, in this order: phases, the head, bytes, and last either `onEnd` or `onError`. None is
 * called after the last one or after `abort`. A transport may call them from within `send`.
 */
export interface Receiver {
  /** The phase the request has reached. Without it the phase is `headers`: the request may have been sent. */
  readonly onPhase: (phase: Phase) => void
  /** The final head, never a 1xx. Lower-case names; repeated headers are joined with ", ". */
  readonly onHead: (status: number, headers: { readonly [name: string]: string }) => void
  /** A chunk of the body, which the receiver may keep. False pauses the body until `resume`. */
  readonly onBytes: (bytes: Uint8Array) => boolean
  /** The body is complete. */
  readonly onEnd: () => void
  /** The exchange failed with the runtime's own error, with its `code` where there is one. */
  readonly onError: (cause: unknown) => void
}

/** An exchange in progress. */
export interface ClientExchange {
  /** Ends it at once and frees its connection; does nothing after its end. */
  readonly abort: () => void
  /** Continues a paused body. */
  readonly resume: () => void
}

/**
 * Carries requests. A transport follows no redirects, requests no content coding, and has no timeouts: deadlines,
 * retries, limits and decoding belong to the client. `send` does not throw.
 */
export class Transport extends Context.Service<
  Transport,
  {
    /** Begins an exchange and reports its progress to the receiver. */
    readonly send: (request: TransportRequest, receiver: Receiver) => ClientExchange
    /** Content codings that the runtime decodes by itself. A response in any other coding is an error. */
    readonly codings: ReadonlyArray<string>
    /** May requests carry `traceparent`? Not in browsers, where it would fail the preflight. */
    readonly propagatesTrace: boolean
  }
>()("@leadline/core/client/Transport") {}
