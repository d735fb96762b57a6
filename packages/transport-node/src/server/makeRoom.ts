// Makes room on a server that is full: connections without a request give way to new ones.
import type * as Http from "node:http"
import type { Socket } from "node:net"

/** Milliseconds between two times that all idle connections are closed. */
const pause = 1_000

/** The connections of a server, as far as they can give way. */
export interface Room {
  /** Counts a new connection until it closes; gives how many others gave way, undefined when it cannot stay. */
  readonly opened: (socket: Socket) => number | undefined
  /** A request has come on it. */
  readonly heard: (socket: Socket) => void
}

/**
 * When a server has as many connections as it may, others give way to a new one: idle ones at most once a second, then
 * the oldest of those on which no request has come. Connections with a request under way stay.
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
    const now = performance.now()
    if (now - closedAt < pause) return 0
    closedAt = now
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
  return {
    opened: (socket) => {
      const closed = open.size < most ? 0 : closeIdle() || closeOldest()
      if (open.size >= most) return undefined
      open.add(socket)
      unheard.add(socket)
      socket.once("close", () => forget(socket))
      return closed
    },
    heard: (socket) => void unheard.delete(socket)
  }
}
