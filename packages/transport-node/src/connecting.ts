// The connections a pool is still making: for whom, and whether anybody waits for them.
import type { buildConnector } from "undici"
import type { Phase } from "@leadline/core/errors"
import type { Connect, Making } from "./connect.ts"

/** Who waits for a connection. */
export interface Waiting {
  readonly onPhase: (phase: Phase) => void
  /** The connection made on its account, as long as it is being made. */
  making: Making | undefined
}

const unwanted = new Error("Nobody waits for this connection any more")

/** Follows the connections of one pool. */
export class Connecting {
  /** Whose request is being dispatched: undici begins its connection from within. */
  dispatching: Waiting | undefined
  private waiting = 0
  private readonly makings = new Set<Making>()
  /** Is a connection made for one request alone? Else one may wait until its end: it may come to need another. */
  readonly isExclusive: boolean

  constructor(isExclusive: boolean) {
    this.isExclusive = isExclusive
  }

  /** Undici's connector out of ours. */
  follow(connect: Connect): buildConnector.connector {
    return (options, callback) => {
      const owner = this.dispatching
      let isMade = false
      const tell = (phase: Phase) => {
        if (!isMade) owner?.onPhase(phase)
      }
      const making = connect(options, tell, (...result) => {
        isMade = true
        this.makings.delete(making)
        if (owner !== undefined) owner.making = undefined
        callback(...result)
      })
      this.makings.add(making)
      if (owner !== undefined) owner.making = making
      this.review()
    }
  }

  /** One more waits for a connection. */
  wait(): void {
    this.waiting++
  }

  /** One waits no longer: it has a connection, or wants none any more. */
  settle(waiting: Waiting): void {
    this.waiting--
    if (this.makings.size === 0) return
    if (this.isExclusive) waiting.making?.destroy(unwanted)
    this.review()
  }

  /** Undici keeps a connection nobody waits for until it is made. A new request of the same turn may still take it. */
  private review(): void {
    if (this.waiting === 0) setImmediate(() => (this.waiting === 0 ? this.abandon() : undefined))
  }

  /** Gives up every connection being made. */
  abandon(): void {
    for (const making of this.makings) making.destroy(unwanted)
  }
}
