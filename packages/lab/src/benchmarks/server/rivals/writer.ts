// Server-sent events written by hand on node:http, from the same source of events. Checks the key, counts, no schema.
import { randomUUID } from "node:crypto"
import { createServer, type ServerResponse } from "node:http"
import { listenOn } from "../../../ports.ts"
import { chatEvents } from "../answers.ts"
import type { Serve } from "../subjects.ts"
import { connections, isKnown, take } from "./guards.ts"

const drained = (response: ServerResponse) => new Promise<void>((resolve) => response.once("drain", resolve))

const write = async (response: ServerResponse): Promise<void> => {
  for await (const event of chatEvents()) {
    if (!response.write(`data: ${JSON.stringify(event)}\n\n`)) await drained(response)
  }
  response.end("data: [DONE]\n\n")
}

/** Streams the events of the benchmark. */
export const serve: Serve = () => {
  const server = createServer(connections, (request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      JSON.parse(Buffer.concat(chunks).toString())
      if (!isKnown(request.headers.authorization)) {
        response.writeHead(401).end()
        return
      }
      response.writeHead(200, {
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
        "x-request-id": randomUUID(),
        ...take("default", "chat")
      })
      void write(response)
    })
  })
  server.maxRequestsPerSocket = connections.maxRequestsPerSocket
  return listenOn(server)
}
