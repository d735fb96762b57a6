// A service whose first stream stalls after its first event; later streams are complete.
import { serveHttp } from "../../../packages/lab/src/ports.ts"

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
  const left = Promise.withResolvers<void>()
  const { close, url } = await serveHttp((request, response) => {
    request.resume()
    response.writeHead(200, { "content-type": "text/event-stream" })
    const send = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`)
    send(chunk("chat.completion.chunk", "Slowly"))
    if (++asked === 1) return void response.on("close", left.resolve)
    send(chunk("chat.completion.chunk", rest))
    send(chunk("chat.completion.done", ""))
    response.end()
  })
  return { environment: { LEADLINE_BASE_URL: url, LEADLINE_API_KEY: "any" }, left: left.promise, close }
}
