// Discards a request body that was not read when its answer is sent, or closes its connection.
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { keepAfterLast } from "./nodeInternals.ts"

/** Bytes of an unread body that are discarded to keep the connection. Beyond, it closes. */
const maxDiscarded = 262_144

/** Milliseconds for a client to read the answer after the connection is half closed, before it is destroyed. */
const halfCloseTimeout = 500

/** Requests that wait for `100 Continue`. */
const awaitingContinue = new WeakSet<IncomingMessage>()

/** Says that a client sends the body of a request only after `100 Continue`. */
export const expectContinue = (request: IncomingMessage): void => void awaitingContinue.add(request)

/** Asks for the body, if the client waits for that. */
export const sendContinue = (request: IncomingMessage, response: ServerResponse): void => {
  if (awaitingContinue.delete(request) && !response.headersSent) response.writeContinue()
}

/** True if so much of a body is unread that the answer has to close the connection. Asked before the head is sent. */
export const mustClose = (request: IncomingMessage, bytesRead: number): boolean => {
  if (request.complete) return false
  if (awaitingContinue.has(request)) return true
  const declared = request.headers["content-length"]
  return declared !== undefined && Number(declared) - bytesRead > maxDiscarded
}

/** Connections that close behind an answer: whatever still comes on them was refused with it. */
const closing = new WeakSet<object>()

/** True if bytes that still come on a connection are ignored. */
export const isClosing = (socket: object): boolean => closing.has(socket)

const closeGently = (socket: Socket): void => {
  closing.add(socket)
  socket.end()
  const timer = setTimeout(() => socket.destroy(), halfCloseTimeout)
  timer.unref()
  socket.once("close", () => clearTimeout(timer))
}

/**
 * Discards a little of an unread body, and closes the connection gently beyond that: destroyed while bytes are on their
 * way, it is reset, and the client may lose the answer.
 */
export const discardBody = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.complete || request.destroyed) return
  const { socket } = request
  if (keepAfterLast(request, response)) return closeGently(socket)
  let bytes = 0
  // A listener that read a part of it and stopped: as long as there is such a listener, nothing flows.
  request.removeAllListeners("readable")
  request.on("data", (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes <= maxDiscarded) return
    request.pause()
    closeGently(socket)
  })
  request.resume()
}
