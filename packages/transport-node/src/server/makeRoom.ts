// Makes room on a server that is full: connections without a request give way to new ones.
import type * as Http from "node:http"
import type { Socket } from "node:net"

/** Milliseconds for which connections without a request give way first, once idle ones have. */
const pause = 1_000

/** The connections of a server, as far as they can give way. */
export interface Room {
  /** Counts a new connection until it closes; gives how many others gave way, undefined when it cannot stay. */
  readonly opened: (socket: Socket) => number | undefined
  /** A request has come on it. */
  readonly heard: (socket: Socket) => void
}

/**
 * When a server has as many connections as it may, others give way to a new one: all that are idle, and in the second
 * after that first the oldest of those on which no request has come. Connections with a request under way stay.
 */
export const makeRoom = (server: Pick<Http.Server, "closeIdleConnections">, most: number): Room => {
  const open = new Set<Socket>()
  const unheard = new Set<Socket>()
  let closedAt = Number.NEGATIVE_INFINITY
  const forget = (socket: Socket): void => {
    open.delete(socket)
    unheard.delete(socket)
  }
  const closeIdle = (): number => {
    closedAt = performance.now()
    server.closeIdleConnections()
    const before = open.size
    for (const socket of open) if (socket.destroyed) forget(socket)
    return before - open.size
  }
  const closeOldest = (): number => {
    for (const socket of unheard) {
      forget(socket)
      socket.destroy()
      return 1
    }
    return 0
  }
  const giveWay = (): number =>
    performance.now() - closedAt < pause ? closeOldest() || closeIdle() : closeIdle() || closeOldest()
  return {
    opened: (socket) => {
      const closed = open.size < most ? 0 : giveWay()
      if (open.size >= most) return undefined
      open.add(socket)
      unheard.add(socket)
      socket.once("close", () => forget(socket))
      return closed
    },
    heard: (socket) => void unheard.delete(socket)
  }
}
