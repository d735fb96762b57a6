// The reply to one request, valid or broken, as data: a transport in memory, a server and other runtimes' tests play it.
import type { Phase } from "@leadline/core/errors"

/** One reply. `isSilent` and `breaks` exclude a response. */
export interface FaultReply {
  /** Delay in milliseconds. */
  readonly after?: number
  /** The connection breaks before a response, in this phase, with this error code. */
  readonly breaks?: { readonly phase: Phase; readonly code: string }
  /** No response ever comes. */
  readonly isSilent?: true
  readonly status?: number
  readonly headers?: { readonly [name: string]: string }
  /** Seconds until the HTTP date in `retry-after`. */
  readonly retryAt?: number
  readonly parts?: ReadonlyArray<string | Uint8Array>
  /** Milliseconds between two parts. */
  readonly every?: number
  /** How the body ends. Default `end`. */
  readonly ending?: "end" | "closed" | "reset" | "stalls"
}

/** All headers of a reply sent now. The HTTP date of `retryAt` is rounded down. */
export const headersOf = (
  { headers, retryAt }: FaultReply,
  now: number
): { readonly [name: string]: string } => ({
  ...headers,
  ...(retryAt !== undefined && { "retry-after": new Date(now + retryAt * 1_000).toUTCString() })
})
