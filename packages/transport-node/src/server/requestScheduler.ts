// Starts queued requests: a few milliseconds of them per turn of the event loop, one per connection in rotation.
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import type { Take } from "./StrictServer.ts"

// Assumed: ours.
/** Milliseconds after which the event loop goes on: what came meanwhile waits no longer than that. */
const duration = 4

/**
 * Takes requests once Node has read all that sockets gave in this turn: small bodies are there, and requests run one
 * after the other, which is faster than to change between parsing and answering. Connections take turns: one that sends
 * a thousand requests at once has one of them begun for each of another's.
 */
export const scheduleRequests = (take: Take): Take => {
  const waiting = new Map<Socket, Array<Parameters<Take>>>()
  let isScheduled = false
  const round = (): void => {
    const end = performance.now() + duration
    // What is added while this walks stands at the end, and is met, too.
    for (const [socket, requests] of waiting) {
      waiting.delete(socket)
      const next = requests.shift()
      if (requests.length > 0) waiting.set(socket, requests)
      if (next !== undefined) take(...next)
      if (performance.now() >= end) break
    }
    isScheduled = waiting.size > 0
    if (isScheduled) setImmediate(round)
  }
  return (...request) => {
    const [{ socket }]: readonly [IncomingMessage, ...Array<unknown>] = request
    const requests = waiting.get(socket)
    if (requests === undefined) waiting.set(socket, [request])
    else requests.push(request)
    if (isScheduled) return
    isScheduled = true
    setImmediate(round)
  }
}
