// The server of the benchmark, a process of its own: fixed answers as fast as node:http gives them.
// Source: §7 for the headers; Assumed: ours.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { listenOn } from "../../ports.ts"
import { answers, eventBytes } from "./bodies.ts"

const headers = {
  "x-request-id": "6f1c2c0e-4c3e-4c55-9c0e-0f2b9d1f7a11",
  "x-ratelimit-limit": "100",
  "x-ratelimit-remaining": "99",
  "x-ratelimit-used": "1",
  "x-ratelimit-reset": "1790000000"
}

/** The stream that was asked for last. */
let stream: { readonly events: number; readonly bytes: Buffer } = { events: 0, bytes: Buffer.of() }

const answer = ({ url = "" }: IncomingMessage, response: ServerResponse): void => {
  const events = /^\/events\/(\d+)\//.exec(url)?.[1]
  if (events !== undefined) {
    response.writeHead(200, { ...headers, "content-type": "text/event-stream" })
    if (stream.events !== Number(events))
      stream = { events: Number(events), bytes: eventBytes(Number(events)) }
    return void response.end(stream.bytes)
  }
  const body = url.endsWith("/decisions") || url.endsWith("/systemone") ? answers.decision : answers.chat
  response.writeHead(200, {
    ...headers,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body)
  })
  response.end(body)
}

const server = createServer((request, response) => {
  request.resume().once("end", () => answer(request, response))
})
server.keepAliveTimeout = 60_000
process.send?.(await listenOn(server))
process.once("disconnect", () => process.exit())
