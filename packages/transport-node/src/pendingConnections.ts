// Tracks the connections that a pool is opening, and abandons those that no request waits for.
import type { buildConnector } from "undici"
import type { Phase } from "@leadline/core/errors"
import type { Connect, PendingConnection } from "./connect.ts"

/** A request that waits for a connection. */
export interface PendingRequest {
  readonly onPhase: (phase: Phase) => void
  /** The connection that was opened for it, until it is open. */
  connection: PendingConnection | undefined
}

const abandoned = new Error("Abandoned")

/** Tracks the connections of one pool. */
export class PendingConnections {
  /**
   * The request being dispatched: undici opens its connection within that call. If it ever does so later, the phases of
   * a connection are missing, and an aborted request leaves its connection: test/client.connect.test.ts has both.
   */
  dispatching: PendingRequest | undefined
  private waitingRequests = 0
  private readonly connections = new Set<PendingConnection>()
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
      const connection = connect(options, onPhase, (...result) => {
        isMade = true
        this.connections.delete(connection)
        if (owner !== undefined) owner.connection = undefined
        callback(...result)
      })
      this.connections.add(connection)
      if (owner !== undefined) owner.connection = connection
      this.review()
    }
  }

  /** A request begins to wait. */
  wait(): void {
    this.waitingRequests++
  }

  /** A request no longer waits: it has a connection, or was aborted. */
  settle(request: PendingRequest): void {
    this.waitingRequests--
    if (this.connections.size === 0) return
    if (this.isExclusive) request.connection?.destroy(abandoned)
    this.review()
  }

  /** Undici would finish connections that no request waits for. A new request in the same tick may still take one. */
  private review(): void {
    if (this.waitingRequests === 0)
      setImmediate(() => (this.waitingRequests === 0 ? this.abandon() : undefined))
  }

  /** Abandons all connections that are being opened. */
  abandon(): void {
    for (const connection of this.connections) connection.destroy(abandoned)
  }
}
