// Tracks the connections that a pool is opening, and abandons those that no request waits for.
import type { buildConnector } from "undici"
import type { Phase } from "@leadline/core/errors"
import type { Connect, Making } from "./connect.ts"

/** A request that waits for a connection. */
export interface Waiting {
  readonly onPhase: (phase: Phase) => void
  /** The connection that was opened for it, until it is open. */
  making: Making | undefined
}

const abandoned = new Error("Abandoned")

/** Tracks the connections of one pool. */
export class Connecting {
  /** The request being dispatched: undici opens its connection within that call. */
  dispatching: Waiting | undefined
  private waiting = 0
  private readonly makings = new Set<Making>()
  /** Is a connection opened for one request only? Otherwise a request counts as waiting until it ends. */
  readonly isExclusive: boolean

  constructor(isExclusive: boolean) {
    this.isExclusive = isExclusive
  }

  /** Wraps a connect function as undici's connector. */
  follow(connect: Connect): buildConnector.connector {
    return (options, callback) => {
      const owner = this.dispatching
      let isMade = false
      const onPhase = (phase: Phase) => {
        if (!isMade) owner?.onPhase(phase)
      }
      const making = connect(options, onPhase, (...result) => {
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

  /** A request begins to wait. */
  wait(): void {
    this.waiting++
  }

  /** A request no longer waits: it has a connection, or was aborted. */
  settle(waiting: Waiting): void {
    this.waiting--
    if (this.makings.size === 0) return
    if (this.isExclusive) waiting.making?.destroy(abandoned)
    this.review()
  }

  /** Undici would finish connections that no request waits for. A new request in the same tick may still take one. */
  private review(): void {
    if (this.waiting === 0) setImmediate(() => (this.waiting === 0 ? this.abandon() : undefined))
  }

  /** Abandons all connections that are being opened. */
  abandon(): void {
    for (const making of this.makings) making.destroy(abandoned)
  }
}
