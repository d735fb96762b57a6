// The connections a pool is still making: how far each one is, and whether anybody waits for it.
// Source: none; Assumed: ours.
import type { buildConnector } from "@effect/platform-node/Undici"
import type { Phase } from "@leadline/core/errors"
import { isIP, Socket } from "node:net"

/** Who waits for a connection. */
export interface Waiting {
  readonly onPhase: (phase: Phase) => void
  /** The connection made on its account, as long as it is being made. */
  socket: Socket | undefined
}

/** Follows the connections of one pool. */
export class Connecting {
  /** Whose request is being dispatched: undici makes its connection from within. */
  dispatching: Waiting | undefined
  /** Requests that wait for a connection. */
  private waiting = 0
  private readonly sockets = new Set<Socket>()
  /** Is a connection made for one request alone? */
  private readonly exclusive: boolean

  constructor(exclusive: boolean) {
    this.exclusive = exclusive
  }

  /** The connector, followed. */
  follow(connector: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      const owner = this.dispatching
      const socket: unknown = connector(options, (...result) => {
        if (socket instanceof Socket) this.sockets.delete(socket)
        if (owner !== undefined) owner.socket = undefined
        callback(...result)
      })
      if (!(socket instanceof Socket)) return
      this.sockets.add(socket)
      if (owner === undefined) return
      owner.socket = socket
      const tell = (phase: Phase) => () => {
        if (owner.socket === socket) owner.onPhase(phase)
      }
      if (options.httpSocket !== undefined) return owner.onPhase("tls")
      if (!options.socketPath && isIP(options.hostname) === 0) {
        owner.onPhase("dns")
        socket.once("lookup", tell("connect"))
      }
      if (options.protocol === "https:") socket.once("connect", tell("tls"))
    }
  }

  /** One more waits. */
  wait(): void {
    this.waiting++
  }

  /** One waits no longer: it has a connection, or none any more. */
  settle(waiting: Waiting): void {
    this.waiting--
    if (this.sockets.size === 0) return
    if (this.exclusive) waiting.socket?.destroy(unwanted)
    // Undici keeps a connection nobody waits for until it is made. A new request of the same turn may still take it.
    if (this.waiting === 0) setImmediate(() => (this.waiting === 0 ? this.abandon() : undefined))
  }

  /** Gives up every connection being made. */
  abandon(): void {
    for (const socket of this.sockets) socket.destroy(unwanted)
  }
}

const unwanted = new Error("Nobody waits for this connection any more")
