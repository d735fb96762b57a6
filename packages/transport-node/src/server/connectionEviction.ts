// Evicts connections of a full server: those without a request give way to new ones.
import type { Socket } from "node:net"

/** Milliseconds for which connections without a request give way first, once idle ones have. */
const pause = 1_000

/** The connections of a server, as far as they can give way. */
export interface ConnectionEviction {
  /** Counts a new connection until it closes; gives how many others gave way, undefined when it cannot stay. */
  readonly opened: (socket: Socket) => number | undefined
  /** A request has arrived on it; returns how many are in progress there. */
  readonly requestStarted: (socket: Socket) => number
  /** The answer to a request on it is over, whether or not the request is. */
  readonly answered: (socket: Socket) => void
}

/**
 * When a server has as many connections as it may, others give way to a new one: all that are idle, and in the second
 * after that first the oldest of those on which no request has come. Connections with a request in progress stay. One is
 * idle when all its requests are answered, even if a body or another head still comes: else they would keep the connection without a limit.
 * With `closesBusy` the oldest connection gives way when all have a request in progress, so that every new one has a place.
 */
export const makeConnectionEviction = (most: number, closesBusy = false): ConnectionEviction => {
  /** Requests in progress. */
  const open = new Map<Socket, number>()
  const withoutRequest = new Set<Socket>()
  let closedAt = Number.NEGATIVE_INFINITY
  const forget = (socket: Socket): void => {
    open.delete(socket)
    withoutRequest.delete(socket)
  }
  const add = (socket: Socket, requests: number): void => {
    const count = open.get(socket)
    if (count !== undefined) open.set(socket, count + requests)
  }
  const closeIdle = (): number => {
    closedAt = performance.now()
    const before = open.size
    for (const [socket, count] of open) {
      if (count > 0 || (withoutRequest.has(socket) && !socket.destroyed)) continue
      forget(socket)
      socket.destroy()
    }
    return before - open.size
  }
  const closeFirst = (sockets: Iterable<Socket>): number => {
    for (const socket of sockets) {
      forget(socket)
      socket.destroy()
      return 1
    }
    return 0
  }
  const closeOldest = () => closeFirst(withoutRequest)
  const giveWay = (): number =>
    (performance.now() - closedAt < pause ? closeOldest() || closeIdle() : closeIdle() || closeOldest()) ||
    (closesBusy ? closeFirst(open.keys()) : 0)
  return {
    opened: (socket) => {
      const closed = open.size < most ? 0 : giveWay()
      if (open.size >= most) return undefined
      open.set(socket, 0)
      withoutRequest.add(socket)
      socket.once("close", () => forget(socket))
      return closed
    },
    requestStarted: (socket) => {
      withoutRequest.delete(socket)
      add(socket, 1)
      return open.get(socket) ?? 0
    },
    answered: (socket) => add(socket, -1)
  }
}
