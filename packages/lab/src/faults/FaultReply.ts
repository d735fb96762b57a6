// The reply to one request, valid or broken, as data: a transport in memory, a server and other runtimes' tests play it.
import type { Phase } from "@leadline/core/errors"
import type { ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

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

/** Milliseconds in which the parts before a cut arrive. */
const arrival = 60

/** Plays a reply on a response of Node's HTTP server. A body in one part has a `content-length`, any other is chunked. A reset is a close here. */
export const playReply = async (response: ServerResponse, reply: FaultReply): Promise<void> => {
  const { after = 0, breaks, ending = "end", every = 0, isSilent, parts = [], status = 200 } = reply
  await sleep(after)
  if (isSilent === true) return
  if (breaks !== undefined) return void response.socket?.destroy()
  response.writeHead(status, headersOf(reply, Date.now()))
  if (ending === "end" && parts.length <= 1) return void response.end(parts[0])
  for (const [n, part] of parts.entries()) {
    if (n > 0) await sleep(every)
    if (response.destroyed) return
    response.write(part)
  }
  if (ending === "end") return void response.end()
  if (ending === "stalls") return
  await sleep(arrival)
  response.socket?.destroy()
}
