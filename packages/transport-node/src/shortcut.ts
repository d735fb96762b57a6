// The short way of plain requests on node:http: no fiber, stream or response object of the long one is made for them.
// Source: none; Assumed: ours.
import type { Shortcut } from "@leadline/core/shortcut"
import type { IncomingMessage, ServerResponse } from "node:http"

/** Takes a request the short way, or calls `long`; perhaps a moment later, and perhaps after a part of the work. */
export type Take = (request: IncomingMessage, response: ServerResponse, long: () => void) => void

const run = (
  shortcut: Shortcut["Service"],
  request: IncomingMessage,
  response: ServerResponse,
  long: () => void
) => {
  const { headers, method = "", url: target = "" } = request
  // A body that is not there yet would have to be waited for, by a clock of its own.
  if (request.readableLength !== Number(headers["content-length"])) return long()
  const interrupt = shortcut.run(
    {
      method,
      target,
      headers,
      source: request,
      body: () => {
        const bytes: unknown = request.read()
        request.resume()
        return bytes instanceof Uint8Array ? bytes : new Uint8Array(0)
      }
    },
    {
      long,
      answer: (fields, body) => {
        const size = Buffer.byteLength(body)
        response.writeHead(200, { ...fields, "content-length": size })
        response.end(body)
        return size
      }
    }
  )
  if (response.writableEnded) return
  response.once("close", () => {
    if (!response.writableEnded) interrupt()
  })
}

/** The way in: the parser gives the body of a small request in the turn of its head. */
export const makeTake =
  (shortcut: Shortcut["Service"]): Take =>
  (request, response, long) => {
    const { headers, method = "", url: target = "" } = request
    if (!shortcut.takes({ method, target, headers })) return long()
    process.nextTick(run, shortcut, request, response, long)
  }
