// Connections in the pool of fetch that a server closes as the next request comes. The pool of undici has its own test.
import { createClient } from "@leadline/transport-fetch"
import type { Socket } from "node:net"
import { assert, it } from "vitest"
import { wholeOperations } from "../../src/faults/operations.ts"
import { serveHttp } from "../../src/ports.ts"

const [decisions] = wholeOperations

it("a pooled connection that the server closes as the next safe call is sent fails no call", async () => {
  const answered = new WeakSet<Socket>()
  let closed = 0
  const { close, url } = await serveHttp((request, response) => {
    const { socket } = request
    if (answered.has(socket)) {
      closed++
      return socket.destroy()
    }
    answered.add(socket)
    request.resume().once("end", () => {
      response.setHeader("content-type", "application/json")
      response.end(decisions?.answer.body)
    })
    return undefined
  })
  const client = createClient({ baseUrl: url })
  for (let n = 0; n < 6; n++) await decisions?.call(client, { timeout: "1 minute" }, 0)
  assert.isAtLeast(closed, 3)
  await client.close()
  await close()
})
