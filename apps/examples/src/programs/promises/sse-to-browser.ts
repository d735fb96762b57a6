// A web page that shows an answer while it comes: this server makes the call and passes the events on, without the key.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY; PORT is 3000 unless set. SIGTERM and Ctrl+C end it.
import { isApiError } from "@leadline/core/errors"
import { toReadableStream } from "@leadline/core/streams"
import { createClient } from "@leadline/transport-node"
import { createServer } from "node:http"
import { pipeline } from "node:stream/promises"
import { page } from "../data/page.ts"

const { PORT = "3000" } = process.env
const client = createClient()

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
  if (pathname !== "/answer") {
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html" })
    response.end(pathname === "/" ? page : "Not found")
    return
  }
  const content = searchParams.get("q") ?? ""
  // A browser that leaves ends the call.
  const closed = new AbortController()
  response.once("close", () => closed.abort())
  const messages = [{ role: "user", content }] as const
  const events = client.chat.stream({ model: "sonar", messages }, { signal: closed.signal })
  const body = toReadableStream(events, {
    // The browser reads this; the message of the error is for the log.
    errorMessage: (error) => {
      if (!closed.signal.aborted) console.error(isApiError(error) ? JSON.stringify(error) : error)
      return isApiError(error) && error.isRetryable ? "Please ask again." : "This did not work."
    }
  })
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  pipeline(body, response).catch(() => console.log("the browser left"))
})

server.listen(Number(PORT), "127.0.0.1", () => {
  const address = server.address()
  console.log(`Open http://127.0.0.1:${typeof address === "object" ? address?.port : PORT}`)
})

const end = () => {
  server.close()
  void client.close()
}
process.once("SIGTERM", end).once("SIGINT", end)
