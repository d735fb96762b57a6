// How many requests of one connection may wait for their answers, and which connections of answered ones may stay.
import { once } from "node:events"
import type { RequestListener, ServerResponse } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { assert, describe, it, onTestFinished, vi } from "vitest"
import { StrictServer } from "../../src/server/StrictServer.ts"
import { start } from "../fixtures/connections.ts"

/** Starts a gated server. `closed` has the reasons of connections that it closed. */
const gated = async (handle: RequestListener, maxConnections?: number) => {
  const closed: Array<string> = []
  const server = new StrictServer(
    maxConnections === undefined ? {} : { maxConnections },
    { bodyTimeout: 60_000, minDataRate: 0 },
    {
      bySyntax: () => undefined,
      byParser: () => undefined,
      byConnection: (reason, n) => n > 0 && closed.push(reason)
    },
    handle
  )
  const { port } = await start(server)
  /** A connection on which such a text has been sent. */
  const send = (sent: string) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(sent))
    socket.on("error", () => undefined)
    onTestFinished(() => void socket.destroy())
    return socket
  }
  return { closed, port, send }
}

/** Sends a text and waits for the first bytes of an answer. */
const answerTo = async ({ send }: Awaited<ReturnType<typeof gated>>, sent: string) => {
  const socket = send(sent)
  const [bytes]: Array<unknown> = await once(socket, "data")
  return { socket, text: String(bytes) }
}

const request = "GET / HTTP/1.1\r\nhost: a\r\n\r\n"

/** A server that answers after `count` requests, and a connection with so many. */
const sending = async (count: number) => {
  const waiting: Array<ServerResponse> = []
  const server = await gated((_, response) => {
    waiting.push(response)
    if (waiting.length === count) for (const one of waiting) one.end()
  })
  const last = request.replace("host", "connection: close\r\nhost")
  return { ...server, waiting, socket: server.send(request.repeat(count - 1) + last) }
}

describe("requests of one connection that wait for their answers", () => {
  it("are 100", async () => {
    const { closed, socket } = await sending(100)
    assert.lengthOf((await text(socket)).split("200 OK"), 101)
    assert.deepStrictEqual(closed, [])
  })

  it("one more closes it, and what was read behind that is not even parsed", async () => {
    const parsed = vi.spyOn(StrictServer.prototype, "emit")
    const { closed, socket, waiting } = await sending(500)
    socket.resume()
    await once(socket, "close")
    const requests = parsed.mock.calls.filter(([event]) => event === "request")
    parsed.mockRestore()
    assert.lengthOf(requests, 101)
    assert.lengthOf(waiting, 100)
    assert.deepStrictEqual(closed, ["pipeline"])
    // The parser works for the next connection.
    assert.match(await text((await sending(1)).socket), /200 OK/)
  })
})

it("a connection stays for 65 s without a request, and for 1,000 requests", async () => {
  const { text: answer } = await answerTo(await gated((_, response) => void response.end()), request)
  assert.include(answer, "\r\nKeep-Alive: timeout=65, max=1000\r\n")
})

it("connections on which the body of an answered request still comes give way on a full server", async () => {
  const server = await gated((_, response) => void response.writeHead(401, { "content-length": 0 }).end(), 2)
  const held = [
    await answerTo(server, "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n"),
    await answerTo(server, `${request}G`)
  ]
  const closed = held.map(({ socket }) => once(socket, "close"))
  assert.match((await answerTo(server, request)).text, /401/)
  await Promise.all(closed)
})
