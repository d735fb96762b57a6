// The reply to one request, valid or broken, for the fault server and for the scripted transport alike.
import type { Phase } from "@leadline/core/errors"
import { chunk, chunkedHead, type ServerScript } from "./ServerScript.ts"

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
  readonly parts?: ReadonlyArray<string>
  /** Milliseconds between two parts. */
  readonly every?: number
  /** How the body ends. Default `end`. */
  readonly ending?: "end" | "closed" | "reset" | "stalls"
}

/** The HTTP date so many seconds from now, rounded down. */
export const httpDateIn = (seconds: number, now: number): string =>
  new Date(now + seconds * 1_000).toUTCString()

/** All headers of a reply sent now. */
export const headersOf = (
  { headers, retryAt }: FaultReply,
  now: number
): { readonly [name: string]: string } => ({
  ...headers,
  ...(retryAt !== undefined && { "retry-after": httpDateIn(retryAt, now) })
})

const lines = (reply: FaultReply): ReadonlyArray<string> =>
  Object.entries(headersOf(reply, Date.now())).map(([name, value]) => `${name}: ${value}`)

const ends: { readonly [E in NonNullable<FaultReply["ending"]>]: ServerScript } = {
  end: [{ write: "0\r\n\r\n" }],
  closed: ["end"],
  reset: ["reset"],
  stalls: []
}

/** The reply as a script of the fault server. A break before a response is a reset. */
export const serverScript = (reply: FaultReply): ServerScript => {
  const { after = 0, breaks, ending = "end", every = 0, isSilent, parts = [], status = 200 } = reply
  const wait = { wait: after }
  if (isSilent === true) return []
  if (breaks !== undefined) return [wait, "reset"]
  const head = chunkedHead(...lines(reply)).replace("200 OK", `${status} Told`)
  return [
    wait,
    { write: head },
    ...parts
      .filter((part) => part !== "")
      .flatMap((part, n) => [...(n === 0 ? [] : [{ wait: every }]), { write: chunk(part) }]),
    ...ends[ending]
  ]
}
