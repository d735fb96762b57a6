// How the pieces of a streamed answer are framed on the wire.
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { assert, it } from "vitest"
import { makeExchange } from "../../src/server/serverExchange.ts"
import { start } from "../fixtures/connections.ts"

const pieces = ["data: one\n\n", "", "data: zwölf\n\n", new TextEncoder().encode("bytes"), "data: 🌊\n\n"]
const chunks = "b\r\ndata: one\n\n\r\ne\r\ndata: zwölf\n\n\r\n5\r\nbytes\r\nc\r\ndata: 🌊\n\n\r\n0\r\n\r\n"

it.each([
  ["each piece is a chunk, and the end one without content", "GET", "1.1", chunks],
  ["HTTP/1.0 has the content without chunks", "GET", "1.0", "data: one\n\ndata: zwölf\n\nbytesdata: 🌊\n\n"],
  ["the answer to HEAD has no body", "HEAD", "1.1", ""]
])("%s, and its bytes are counted", async (_, method, version, content) => {
  let counted = 0
  const server = createServer((request, response) => {
    const { stream } = makeExchange(request, response, () => undefined)
    const write = stream({ status: 200, headers: {} }, (writer) =>
      Effect.sync(() => {
        for (const piece of pieces) writer.write(piece)
        counted = writer.bytes()
      })
    )
    Effect.runFork(write)
  })
  const socket = connect((await start(server)).port, "127.0.0.1")
  socket.end(`${method} / HTTP/${version}\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`)
  const whole = await text(socket)
  assert.strictEqual(whole.slice(whole.indexOf("\r\n\r\n") + 4), content)
  if (method === "GET") assert.strictEqual(counted, 42)
})
