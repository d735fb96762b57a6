// The short way of plain requests on node:http: no stream, response or router of the long one is made for them.
// Source: none; Assumed: ours.
import type { Go, Shortcut } from "@leadline/core/shortcut"
import type { IncomingMessage, ServerResponse } from "node:http"

/** Takes a request the short way, or calls `long`; perhaps a moment later, and perhaps after a part of the work. */
export type Take = (request: IncomingMessage, response: ServerResponse, long: () => void) => void

const run = (go: Go, request: IncomingMessage, response: ServerResponse, long: () => void): void => {
  // A body that is not there yet would have to be waited for, by a clock of its own.
  if (request.readableLength !== Number(request.headers["content-length"])) return long()
  const interrupt = go({
    long,
    answer: (fields, body) => {
      const size = Buffer.byteLength(body)
      response.writeHead(200, { ...fields, "content-length": size })
      response.end(body)
      return size
    }
  })
  if (response.writableEnded) return
  response.once("close", () => {
    if (!response.writableEnded) interrupt()
  })
}

const read = (request: IncomingMessage): Uint8Array => {
  const bytes: unknown = request.read()
  request.resume()
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(0)
}

/** The way in: the parser gives the body of a small request in the turn of its head. */
export const makeTake =
  (shortcut: Shortcut["Service"]): Take =>
  (request, response, long) => {
    const { headers, method = "", url: target = "" } = request
    const go = shortcut.begin({ method, target, headers, source: request, body: () => read(request) })
    if (go === undefined) return long()
    process.nextTick(run, go, request, response, long)
  }
