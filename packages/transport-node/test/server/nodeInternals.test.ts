// The undocumented parts of Node that are used are there. Fails on a version that moves them.
import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import { connect, createServer as createNetServer, Socket } from "node:net"
import { assert, it, onTestFinished } from "vitest"
import { isAnswering, keepAfterLast, queuedBytes } from "../../src/server/nodeInternals.ts"
import { start } from "../fixtures/connections.ts"

/** Sends a text to a server of this handler, and gives the first request with its response. */
const received = async (text: string) => {
  const { promise, resolve } = Promise.withResolvers<[IncomingMessage, ServerResponse]>()
  const listener: RequestListener = (...both) => resolve(both)
  const { port } = await start(createServer(listener))
  const socket = connect(port, "127.0.0.1", () => socket.write(text))
  onTestFinished(() => void socket.destroy())
  return promise
}

const head = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n"

it("a socket says how much of one large write is left", async () => {
  const server = createNetServer((peer) => peer.pause())
  const { port } = await start(server)
  const socket = connect(port, "127.0.0.1")
  onTestFinished(() => void socket.destroy())
  await once(socket, "connect")
  assert.strictEqual(queuedBytes(socket), 0)
  const size = 64 * 1024 * 1024
  socket.write(Buffer.alloc(size))
  assert.isAbove(queuedBytes(socket), 0)
  assert.isAtMost(queuedBytes(socket), size)
})

it("a connection knows the request that waits for its answer, and a response that is not its last", async () => {
  const [request, response] = await received(`${head}\r\n`)
  assert.isTrue(isAnswering(request.socket))
  const closed = once(response, "close")
  response.end()
  assert.isFalse(keepAfterLast(request, response))
  await closed
  assert.isFalse(isAnswering(request.socket))
  assert.isFalse(isAnswering(new Socket()))
})

it("a connection outlives its last response where that is asked before Node's own listener", async () => {
  const [request, response] = await received(`${head}connection: close\r\n\r\n`)
  const isKept = new Promise<boolean>((resolve) => {
    response.prependListener("finish", () => resolve(keepAfterLast(request, response)))
  })
  const closed = once(response, "close")
  response.end()
  assert.isTrue(await isKept)
  await closed
  assert.isFalse(request.socket.destroyed || request.socket.writableEnded)
})
