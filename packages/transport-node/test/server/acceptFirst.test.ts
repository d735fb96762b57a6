// All connections that wait are accepted before one of them is read. The clock stands still.
import { once } from "node:events"
import { createServer } from "node:http"
import { connect, Socket } from "node:net"
import { setImmediate } from "node:timers/promises"
import { afterEach, assert, beforeEach, it, onTestFinished, vi } from "vitest"
import { mayWork, pauseConnections, readLater } from "../../src/server/acceptFirst.ts"
import { start } from "../fixtures/connections.ts"

let now = 0

beforeEach(() => void vi.spyOn(performance, "now").mockImplementation(() => now))
afterEach(() => void vi.restoreAllMocks())

const paused = (): Socket => {
  const socket = new Socket().pause()
  onTestFinished(() => void socket.destroy())
  return socket
}

it("new connections are read once a turn of the event loop brings no further one", async () => {
  const [first, second] = [paused(), paused()]
  readLater(first)
  await setImmediate()
  readLater(second)
  await setImmediate()
  assert.deepStrictEqual([first.isPaused(), second.isPaused()], [true, true])
  await setImmediate()
  assert.deepStrictEqual([first.isPaused(), second.isPaused()], [false, false])
})

it("new connections are read after 20 ms, though further ones come", async () => {
  const [first, second] = [paused(), paused()]
  readLater(first)
  await setImmediate()
  now += 20
  readLater(second)
  await setImmediate()
  assert.deepStrictEqual([first.isPaused(), second.isPaused()], [false, false])
})

it("long work pauses for 20 ms while connections come, goes on for a round, and pauses again", async () => {
  assert.isTrue(mayWork())
  readLater(paused())
  assert.isFalse(mayWork())
  now += 19
  assert.isFalse(mayWork())
  now += 1
  assert.isTrue(mayWork())
  assert.isFalse(mayWork())
  await setImmediate()
  await setImmediate()
  assert.isTrue(mayWork())
})

it("a server reads nothing from a new connection before its socket is resumed", async () => {
  const server = createServer((_, response) => void response.end("read"))
  pauseConnections(server)
  const accepted = once(server, "connection")
  const { port } = await start(server)
  const client = connect(port, "127.0.0.1", () => client.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n"))
  onTestFinished(() => void client.destroy())
  const [socket] = await accepted
  assert.instanceOf(socket, Socket)
  assert.isTrue(socket.isPaused())
  assert.strictEqual(socket.bytesRead, 0)
  socket.resume()
  const [answer] = await once(client, "data")
  assert.match(String(answer), /^HTTP\/1\.1 200 /)
})
