// How the pieces of a streamed answer are framed on the wire.
import type { BodyWriter } from "@leadline/core/server"
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { expect, it } from "vitest"
import { makeExchange } from "../../src/server/exchange.ts"

const pieces = ["data: one\n\n", "", "data: zwölf\n\n", new TextEncoder().encode("bytes"), "data: 🌊\n\n"]

const writeAll = (writer: BodyWriter) =>
  Effect.sync(() => {
    for (const piece of pieces) writer.write(piece)
  })

/** Everything that a server answers with to one request, and the bytes that its writer counted. */
const answered = async (method: string, version: string) => {
  let counted = 0
  const server = createServer((request, response) => {
    const { stream } = makeExchange(request, response, () => undefined)
    Effect.runFork(
      stream({ status: 200, headers: {} }, (writer) =>
        Effect.map(writeAll(writer), () => void (counted = writer.bytes()))
      )
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  socket.end(`${method} / HTTP/${version}\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`)
  socket.setEncoding("utf8")
  let text = ""
  for await (const part of socket) text += String(part)
  server.close()
  return { body: text.slice(text.indexOf("\r\n\r\n") + 4), counted }
}

const content = "data: one\n\ndata: zwölf\n\nbytesdata: 🌊\n\n"

it("each piece is a chunk, and the end one without content", async () => {
  const { body, counted } = await answered("GET", "1.1")
  expect(body).toBe(
    "b\r\ndata: one\n\n\r\ne\r\ndata: zwölf\n\n\r\n5\r\nbytes\r\nc\r\ndata: 🌊\n\n\r\n0\r\n\r\n"
  )
  expect(counted).toBe(42)
})

it("HTTP/1.0 has the content alone", async () => {
  expect((await answered("GET", "1.0")).body).toBe(content)
})

it("the answer to HEAD has no body", async () => {
  expect((await answered("HEAD", "1.1")).body).toBe("")
})
