// A service whose first stream stalls after its first event; later streams are complete.
import { once } from "node:events"
import { createServer } from "node:http"

const chunk = (object: string, content: string) => ({
  id: "1",
  object,
  created: 0,
  model: "sonar",
  choices: [{ index: 0, finish_reason: null, delta: { role: "assistant", content } }]
})

/** Runs until it is closed; `rest` ends a complete answer. `left` resolves when the first caller has disconnected. */
export const slowService = async (rest = ", but whole.") => {
  let asked = 0
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { "content-type": "text/event-stream" })
    const send = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`)
    send(chunk("chat.completion.chunk", "Slowly"))
    if (++asked === 1) response.on("close", () => server.emit("left"))
    else {
      send(chunk("chat.completion.chunk", rest))
      send(chunk("chat.completion.done", ""))
      response.end()
    }
  }).listen(0, "127.0.0.1")
  const left = once(server, "left")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    environment: { LEADLINE_BASE_URL: `http://127.0.0.1:${port}`, LEADLINE_API_KEY: "any" },
    left,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
