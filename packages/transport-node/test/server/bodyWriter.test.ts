// How the pieces of a streamed answer are framed on the wire.
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { expect, it } from "vitest"
import { makeExchange } from "../../src/server/serverExchange.ts"
import { start } from "../fixtures/connections.ts"

const pieces = ["data: one\n\n", "", "data: zwölf\n\n", new TextEncoder().encode("bytes"), "data: 🌊\n\n"]

/** Everything that a server answers with to one request, and the bytes that its writer counted. */
const answered = async (method: string, version: string) => {
  let counted = 0
  const server = createServer((request, response) => {
    const { stream } = makeExchange(request, response, () => undefined)
    Effect.runFork(
      stream({ status: 200, headers: {} }, (writer) =>
        Effect.sync(() => {
          for (const piece of pieces) writer.write(piece)
          counted = writer.bytes()
        })
      )
    )
  })
  const socket = connect((await start(server)).port, "127.0.0.1")
  socket.end(`${method} / HTTP/${version}\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`)
  const whole = await text(socket)
  return { body: whole.slice(whole.indexOf("\r\n\r\n") + 4), counted }
}

it("each piece is a chunk, and the end one without content", async () => {
  const { body, counted } = await answered("GET", "1.1")
  expect(body).toBe(
    "b\r\ndata: one\n\n\r\ne\r\ndata: zwölf\n\n\r\n5\r\nbytes\r\nc\r\ndata: 🌊\n\n\r\n0\r\n\r\n"
  )
  expect(counted).toBe(42)
})

it.each([
  ["HTTP/1.0 has the content", "GET", "1.0", "data: one\n\ndata: zwölf\n\nbytesdata: 🌊\n\n"],
  ["the answer to HEAD has no body", "HEAD", "1.1", ""]
])("%s, without chunks", async (_, method, version, content) => {
  expect((await answered(method, version)).body).toBe(content)
})
