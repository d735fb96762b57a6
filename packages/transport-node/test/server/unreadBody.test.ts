// Connections on which the body of an answered request still comes.
import { once } from "node:events"
import { connect } from "node:net"
import { assert, it } from "vitest"
import { GatedServer } from "../../src/server/GatedServer.ts"

const noRefusals = { byGate: () => undefined, byConnection: () => undefined, byParser: () => undefined }

it("give way to new ones on a full server", async () => {
  const server = new GatedServer(
    { maxConnections: 2 },
    { bodyTimeout: 60_000, minDataRate: 0 },
    noRefusals,
    (_, response) => void response.writeHead(401, { "content-length": 0 }).end()
  )
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  const port = typeof address === "object" ? (address?.port ?? 0) : 0
  const heads = [
    "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n",
    "GET / HTTP/1.1\r\nhost: a\r\n\r\nG"
  ]
  const held = await Promise.all(
    heads.map(async (head) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(head))
      await once(socket, "data")
      return socket
    })
  )
  const closed = held.map((socket) => once(socket, "close"))
  const { status } = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } })
  assert.strictEqual(status, 401)
  await Promise.all(closed)
  server.close()
})
