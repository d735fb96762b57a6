// Makes room on a server that is full: connections without a request give way to new ones.
import type * as Http from "node:http"
import type { Socket } from "node:net"

/** Milliseconds between two times that all idle connections are closed. */
const pause = 1_000

/** The connections of a server, as far as they can give way. */
export interface Room {
  /** Counts a new connection until it closes; gives how many were closed for the next one. */
  readonly opened: (socket: Socket) => number
  /** A request has come on it. */
  readonly heard: (socket: Socket) => void
}

/**
 * Whenever the last connection of a server is taken, others give way, so that one more can come: idle ones at most once a
 * second, then the oldest of those on which no request has come. Connections with a request under way stay.
 */
export const makeRoom = (server: Pick<Http.Server, "closeIdleConnections">, most: number): Room => {
  const open = new Set<Socket>()
  const unheard = new Set<Socket>()
  let closedAt = Number.NEGATIVE_INFINITY
  const closeIdle = (): number => {
    const now = performance.now()
    if (now - closedAt < pause) return 0
    closedAt = now
    server.closeIdleConnections()
    let closed = 0
    for (const socket of open) if (socket.destroyed) closed++
    return closed
  }
  const closeOldest = (newest: Socket): number => {
    for (const socket of unheard) {
      if (socket === newest) return 0
      if (socket.destroyed) continue
      socket.destroy()
      return 1
    }
    return 0
  }
  return {
    opened: (socket) => {
      open.add(socket)
      unheard.add(socket)
      socket.once("close", () => {
        open.delete(socket)
        unheard.delete(socket)
      })
      return open.size < most ? 0 : closeIdle() || closeOldest(socket)
    },
    heard: (socket) => void unheard.delete(socket)
  }
}
