// The short way of plain requests on node:http: no stream, response or router of the long one is made for them.
import type { Go, Shortcut } from "@leadline/core/shortcut"
import type { IncomingMessage, ServerResponse } from "node:http"

/** What else may become of a request than an answer that has left at once. */
export interface Else {
  /** It goes the long way: perhaps a moment later, and perhaps after a part of the work. */
  readonly long: () => void
  /** Its answer waits for its reader. */
  readonly waits: () => void
}

/** Takes a request the short way. */
export type Take = (request: IncomingMessage, response: ServerResponse, otherwise: Else) => void

const run = (go: Go, request: IncomingMessage, response: ServerResponse, { long, waits }: Else): void => {
  // A body that is not there yet would have to be waited for, by a clock of its own.
  if (request.readableLength !== Number(request.headers["content-length"])) return long()
  const interrupt = go({
    long,
    answer: (fields, body) => {
      const size = Buffer.byteLength(body)
      const lines: Array<string> = []
      for (const name of Object.keys(fields)) lines.push(name, fields[name] ?? "")
      lines.push("content-length", String(size))
      response.writeHead(200, lines)
      // Of ASCII alone, which both are the same for, Node writes latin1 in less time.
      response.end(body, size === body.length ? "latin1" : "utf8")
      if (response.socket?.writableLength !== 0) waits()
      return size
    }
  })
  if (response.writableEnded) return
  response.on("close", () => {
    if (!response.writableEnded) interrupt()
  })
}

const read = (request: IncomingMessage): Uint8Array => {
  const bytes: unknown = request.read()
  // Node has seen its end already, and tells it by itself.
  if (!request.complete) request.resume()
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(0)
}

/** The way in: the parser gives the body of a small request in the turn of its head. */
export const makeTake =
  (shortcut: Shortcut["Service"]): Take =>
  (request, response, otherwise) => {
    const { headers, method = "", url: target = "" } = request
    const go = shortcut.begin({ method, target, headers, source: request, body: () => read(request) })
    if (go === undefined) return otherwise.long()
    process.nextTick(() => run(go, request, response, otherwise))
  }
