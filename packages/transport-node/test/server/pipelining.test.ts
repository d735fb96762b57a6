// How many requests of one connection may wait for their answers.
import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { connect } from "node:net"
import { afterEach, assert, describe, it, vi } from "vitest"
import { GatedServer } from "../../src/server/GatedServer.ts"

const servers: Array<GatedServer> = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that answers after `count` requests; gives a connection with so many, and what the server saw. */
const sending = async (count: number) => {
  const closed: Array<string> = []
  const waiting: Array<ServerResponse> = []
  const server = new GatedServer(
    {},
    { bodyTimeout: 60_000, minDataRate: 1_024 },
    {
      byGate: () => undefined,
      byParser: () => undefined,
      byConnection: (reason, n) => n > 0 && closed.push(reason)
    },
    (_, response) => {
      waiting.push(response)
      if (waiting.length === count) for (const one of waiting) one.end()
    }
  )
  servers.push(server)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") return assert.fail("no port")
  const socket = connect(address.port, "127.0.0.1")
  socket.on("error", () => undefined)
  socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n".repeat(count))
  return { closed, socket, waiting }
}

describe("requests of one connection that wait for their answers", () => {
  it("are 100", async () => {
    const { closed, socket } = await sending(100)
    let text = ""
    socket.on("data", (bytes) => {
      text += String(bytes)
      if (text.split("200 OK").length === 101) socket.end()
    })
    await once(socket, "close")
    assert.lengthOf(text.split("200 OK"), 101)
    assert.deepStrictEqual(closed, [])
  })

  it("one more closes it, and what was read behind that is not taken", async () => {
    const { closed, socket, waiting } = await sending(500)
    socket.resume()
    await once(socket, "close")
    assert.lengthOf(waiting, 100)
    assert.deepStrictEqual(closed, ["pipeline"])
  })

  it("are not even parsed behind that, and the parser works for the next connection", async () => {
    const parsed = vi.spyOn(GatedServer.prototype, "emit")
    const { socket } = await sending(500)
    socket.resume()
    await once(socket, "close")
    assert.lengthOf(
      parsed.mock.calls.filter(([event]) => event === "request"),
      101
    )
    parsed.mockRestore()
    const next = await sending(1)
    const [bytes]: Array<unknown> = await once(next.socket, "data")
    assert.match(String(bytes), /200 OK/)
  })
})
