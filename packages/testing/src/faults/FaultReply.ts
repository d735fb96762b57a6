// What one request meets, for a server of bytes and for a transport in memory alike.
import type { Phase } from "@leadline/core/errors"
import { chunk, chunkedHead, type ServerScript } from "./ServerScript.ts"

/** One reply; the first of its fields that holds decides. */
export interface FaultReply {
  /** Milliseconds before anything happens. */
  readonly after?: number
  /** The connection breaks before an answer, in this phase, with this code. */
  readonly breaks?: { readonly phase: Phase; readonly code: string }
  /** Nothing ever comes. */
  readonly isSilent?: true
  readonly status?: number
  readonly headers?: { readonly [name: string]: string }
  /** Seconds until the date that `retry-after` gives. */
  readonly retryAt?: number
  readonly parts?: ReadonlyArray<string>
  /** Milliseconds before each part but the first. */
  readonly every?: number
  /** What follows the parts. Default `end`. */
  readonly ending?: "end" | "closed" | "reset" | "stalls"
}

/** The seconds until a date as HTTP writes it: never later than asked. */
export const httpDateIn = (seconds: number, now: number): string =>
  new Date(now + seconds * 1_000).toUTCString()

/** All headers of a reply that begins now. */
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

/** The reply as a server of bytes gives it. What breaks before an answer is reset. */
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
