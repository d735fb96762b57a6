// Bodies that a middleware passes on, over real sockets.
import { assert, it } from "vitest"
import { outcome } from "./fixtures/clients.ts"
import { listen } from "./fixtures/rawServer.ts"
import { answered, list } from "./fixtures/service.ts"

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"

it.each([
  ["content-length", `${head}content-length: ${list.length}\r\n\r\n`],
  ["the end of the connection", `${head}connection: close\r\n\r\n`]
])("a body in two reads comes through a middleware, ended by %s", async (_, start) => {
  let finish: (() => void) | undefined
  const { baseUrl } = await listen((socket) => {
    socket.write(start + list.slice(0, 9))
    finish = () => socket.end(list.slice(9))
  })
  const follow = async function* (parts: AsyncIterable<Uint8Array>) {
    for await (const bytes of parts) {
      assert.isAbove(bytes.length, 0)
      yield bytes
      // The server sends the rest only once the first part was read.
      setImmediate(() => finish?.())
    }
  }
  const answer = await outcome({
    baseUrl,
    middleware: [
      async (request, next) => {
        const response = await next(request)
        return { ...response, body: follow(response.body) }
      }
    ]
  })
  assert.deepEqual(answer, answered)
})
