// Accepts the connections that wait before it reads from any of them, for all servers of the process: Node accepts one in
// each turn of its event loop, so that a connection behind a hundred with large bodies would wait for all of these.
import type { Server, Socket } from "node:net"

// Assumed: ours.
/** Milliseconds for which new connections are not read, and long work pauses, while further ones come. */
const longest = 20

const unread: Array<Socket> = []
let hasAccepted = false
let begun = 0

/** Reads from the new connections once a turn brought no further one, or it lasts too long. */
const read = (): void => {
  if (hasAccepted && performance.now() - begun < longest) {
    hasAccepted = false
    setImmediate(read)
    return
  }
  hasAccepted = false
  for (const socket of unread.splice(0)) socket.resume()
}

/** Makes a server leave its new connections unread. Without the property Node reads from them at once. */
export const pauseConnections = (server: Server): void => void Object.assign(server, { pauseOnConnect: true })

/** Reads from a new connection after the others that wait to be accepted. */
export const readLater = (socket: Socket): void => {
  hasAccepted = true
  if (unread.push(socket) > 1) return
  begun = performance.now()
  setImmediate(read)
}

let pausedAt: number | undefined

/** Whether long work goes on now. False while connections come, but not for long. */
export const mayWork = (): boolean => {
  const now = performance.now()
  if (unread.length > 0 && now - (pausedAt ??= now) < longest) return false
  pausedAt = undefined
  return true
}
