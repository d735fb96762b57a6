// A step of a script: the response to one request, and its playback.
import type { Phase } from "../errors/ApiError.ts"
import type { ClientExchange, Receiver, TransportRequest } from "../client/Transport.ts"
import type { SentRequest } from "./SentRequest.ts"

/** A broken connection, with the error code of a runtime. */
export interface ConnectionBreak {
  readonly code: string
  /** The phase in which it breaks, before a head. Default `headers`. */
  readonly phase?: Phase | undefined
}

/** The response: its head and body, or neither, and how it ends. */
export interface Wire {
  readonly head?: { readonly status: number; readonly headers: { readonly [name: string]: string } }
  readonly parts: ReadonlyArray<Uint8Array>
  readonly ending: "end" | "silence" | ConnectionBreak
}

/** One step of a script: the requests it accepts, and the response. Made by `respond`, `fail` and `when`. */
export interface Step {
  /** The name in messages, for example "an answer to Decisions.create". */
  readonly name: string
  /** Why it does not accept a request, without the values of the request; empty if it does. */
  readonly objections: (request: SentRequest, raw: TransportRequest) => ReadonlyArray<string>
  /** The response. */
  readonly wire: Wire
}

const broken = ({ code }: ConnectionBreak): Error =>
  Object.assign(new Error(`The script breaks the connection: ${code}`), { code })

/** Plays the response at once, as fast as the receiver takes it; sets no timers. */
export const play = ({ ending, head, parts }: Wire, receiver: Receiver): ClientExchange => {
  let next = 0
  let isOver = false
  let isWanted = true
  let isPlaying = false
  const go = () => {
    if (isPlaying) return
    isPlaying = true
    while (isWanted && !isOver) {
      const part = parts[next++]
      if (part === undefined) {
        isOver = true
        if (ending === "end") receiver.onEnd()
        else if (ending !== "silence") receiver.onError(broken(ending))
      } else {
        isWanted = false
        isWanted = receiver.onBytes(part.slice()) || isWanted
      }
    }
    isPlaying = false
  }
  if (head !== undefined) receiver.onHead(head.status, head.headers)
  else if (typeof ending === "object" && ending.phase !== undefined) receiver.onPhase(ending.phase)
  go()
  return {
    abort: () => {
      isOver = true
    },
    resume: () => {
      isWanted = true
      go()
    }
  }
}
