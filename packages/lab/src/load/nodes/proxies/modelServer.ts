// A model server that takes a second for an answer, a tenth of it for each part of a stream.
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import { pause } from "../../../processes.ts"

/** A running model server. */
export interface ModelServer {
  readonly url: string
  /** Streams whose callers left before the end. */
  readonly left: () => number
  readonly close: () => void
}

const parts = 10
/** Milliseconds between two parts. */
const pace = 100

const chunk = (content: string, finish_reason: string | null = null) =>
  JSON.stringify({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1_790_000_000,
    model: "model",
    choices: [{ index: 0, delta: { content }, finish_reason }]
  })

const whole = JSON.stringify({
  id: "c1",
  object: "chat.completion",
  created: 1_790_000_000,
  model: "model",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "All is well." } }],
  usage: { prompt_tokens: 1, completion_tokens: 3, total_tokens: 4 }
})

/** Starts it on a free port. */
export const startModelServer = async (): Promise<ModelServer> => {
  let left = 0
  const stream = async (response: Http.ServerResponse) => {
    let isOpen = true
    response.on("close", () => {
      isOpen = false
      if (!response.writableEnded) left++
    })
    response.writeHead(200, { "content-type": "text/event-stream" })
    for (let part = 0; isOpen && part < parts; part++) {
      response.write(`data: ${chunk(`part ${part} `)}\n\n`)
      await pause(pace)
    }
    response.end(`data: ${chunk("", "stop")}\n\ndata: [DONE]\n\n`)
  }
  const server = Http.createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const each of request) chunks.push(each as Buffer)
    if (Buffer.concat(chunks).includes('"stream":true')) return stream(response)
    response.writeHead(200, { "content-type": "application/json" })
    response.end(
      request.url?.endsWith("/models") === true ? '{"object":"list","data":[{"id":"model"}]}' : whole
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    left: () => left,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
