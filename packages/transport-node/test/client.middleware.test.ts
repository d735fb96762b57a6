// Bodies that a middleware passes on, over real sockets.
import { createClient } from "@leadline/transport-node"
import { afterEach, assert, it } from "vitest"
import { listen } from "./fixtures/rawServer.ts"
import { answered, list } from "./fixtures/service.ts"

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"

it.each([
  ["content-length", `${head}content-length: ${list.length}\r\n\r\n`],
  ["the end of the connection", `${head}connection: close\r\n\r\n`]
])("a body in two reads comes through a middleware, ended by %s", async (_, start) => {
  let finish: (() => void) | undefined
  const server = await listen((socket) => {
    socket.write(start + list.slice(0, 9))
    finish = () => socket.end(list.slice(9))
  })
  const client = createClient({
    baseUrl: server.baseUrl,
    middleware: [
      async (request, next) => {
        const response = await next(request)
        const body = async function* () {
          for await (const bytes of response.body) {
            assert.isAbove(bytes.length, 0)
            yield bytes
            // The server sends the rest only once the first part was read.
            setImmediate(() => finish?.())
          }
        }
        return { ...response, body: body() }
      }
    ]
  })
  closing.push(server.close, () => client.close())
  assert.deepEqual(await client.models.list(), answered)
})
