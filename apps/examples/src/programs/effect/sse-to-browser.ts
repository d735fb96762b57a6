// A web page that shows an answer while it comes, as Effects, over fetch: the server passes the events on, without the key.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY; PORT is 3000 unless set. SIGTERM and Ctrl+C end it.
import { Chat } from "@leadline/core/chat"
import { isApiError } from "@leadline/core/errors"
import { toReadableStreamEffect } from "@leadline/core/streams"
import { layerClient } from "@leadline/transport-fetch"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { createServer, type ServerResponse } from "node:http"
import { pipeline } from "node:stream/promises"
import { page } from "../data/page.ts"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "", PORT = "3000" } = process.env
const runtime = ManagedRuntime.make(layerClient({ apiKey, baseUrl }))

const ask = (content: string) =>
  Stream.unwrap(Chat.use((chat) => chat.stream({ model: "sonar", messages: [{ role: "user", content }] })))

/** Ends when the browser has everything, or leaves. */
const closed = (response: ServerResponse) =>
  Effect.callback<void>((resume) => void response.once("close", () => resume(Effect.void)))

/** The events as bytes for a browser, which reads its own message of a failure; that of the error is for the log. */
const answer = (content: string, response: ServerResponse) =>
  toReadableStreamEffect(Stream.interruptWhen(ask(content), closed(response)), {
    errorMessage: (error) => {
      console.error(isApiError(error) ? JSON.stringify(error) : error)
      return isApiError(error) && error.isRetryable ? "Please ask again." : "This did not work."
    }
  })

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
  if (pathname !== "/answer") {
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html" })
    response.end(pathname === "/" ? page : "Not found")
    return
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  // A browser that leaves ends the call.
  runtime
    .runPromise(answer(searchParams.get("q") ?? "", response))
    .then((body) => pipeline(body, response))
    .catch(() => console.log("the browser left"))
})

server.listen(Number(PORT), "127.0.0.1", () => {
  const address = server.address()
  console.log(`Open http://127.0.0.1:${typeof address === "object" ? address?.port : PORT}`)
})

const end = () => {
  server.close()
  void runtime.dispose()
}
process.once("SIGTERM", end).once("SIGINT", end)
