// The server of the benchmark, a process of its own: fixed answers as fast as node:http gives them.
// Source: §7 for the headers; Assumed: ours.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { listenOn } from "../../ports.ts"
import { answers, eventBytes, parts } from "./bodies.ts"

const headers = {
  "x-request-id": "6f1c2c0e-4c3e-4c55-9c0e-0f2b9d1f7a11",
  "x-ratelimit-limit": "100",
  "x-ratelimit-remaining": "99",
  "x-ratelimit-used": "1",
  "x-ratelimit-reset": "1790000000"
}

const streams = new Map<number, ReadonlyArray<Uint8Array>>()

const streamOf = (count: number): ReadonlyArray<Uint8Array> => {
  const known = streams.get(count) ?? parts(eventBytes(count))
  streams.set(count, known)
  return known
}

const answerStream = (response: ServerResponse, count: number): void => {
  response.writeHead(200, { ...headers, "content-type": "text/event-stream" })
  const left = streamOf(count).values()
  const write = (): void => {
    for (const part of left) {
      if (response.write(part)) continue
      response.once("drain", write)
      return
    }
    response.end()
  }
  write()
}

const answer = ({ url = "" }: IncomingMessage, response: ServerResponse): void => {
  const count = /^\/events\/(\d+)\//.exec(url)?.[1]
  if (count !== undefined) return answerStream(response, Number(count))
  const isDecision = url.endsWith("/decisions") || url.endsWith("/systemone")
  const body = isDecision ? answers.decision : url.startsWith("/twin/") ? answers.twin : answers.chat
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
