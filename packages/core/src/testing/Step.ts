// What a request meets on a wire that follows a script, and how it is played.
import type { Phase } from "../errors/ApiError.ts"
import type { Exchange, Receiver, TransportRequest } from "../client/Transport.ts"
import type { SentRequest } from "./SentRequest.ts"

/** A break of the connection, with the code a runtime gives it. */
export interface ConnectionBreak {
  readonly code: string
  /** Where it breaks, if before a head. Default: as the client sees it, so `headers`. */
  readonly phase?: Phase | undefined
}

/** What comes back: a head and bytes, or neither, and what follows them. */
export interface Wire {
  readonly head?: { readonly status: number; readonly headers: { readonly [name: string]: string } }
  readonly parts: ReadonlyArray<Uint8Array>
  readonly ending: "end" | "silence" | ConnectionBreak
}

/** One step of a script: which request it is for, and what that meets. Made by `answer`, `fault` and `when`. */
export interface Step {
  /** For messages, as "an answer to Decisions.create". */
  readonly name: string
  /** What speaks against a request, never with its values; empty when it fits. */
  readonly objections: (request: SentRequest, raw: TransportRequest) => ReadonlyArray<string>
  /** What comes back. */
  readonly wire: Wire
}

const broken = ({ code }: ConnectionBreak): Error =>
  Object.assign(new Error(`The script breaks off: ${code}`), { code })

/** Plays it at once, as fast as the receiver takes it: no timer is set. */
export const play = ({ ending, head, parts }: Wire, receiver: Receiver): Exchange => {
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
