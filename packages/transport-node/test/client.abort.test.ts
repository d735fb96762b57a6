import { createClient } from "@leadline/transport-node"
import { assert, it, vi } from "vitest"
import { listen, whole } from "./fixtures/rawServer.ts"

const list = `{"object":"list","data":[]}`

it("an abort while connecting gives the connection up, and the client still works", async () => {
  const { promise: accepted, resolve: accept } = Promise.withResolvers<void>()
  const server = await listen(
    (socket) => socket.write(whole(list)),
    (socket) => {
      accept()
      socket.resume()
    }
  )
  const client = createClient({ baseUrl: server.baseUrl.replace("http:", "https:") })
  const controller = new AbortController()
  const call = client.models.list({ signal: controller.signal }).catch((error: unknown) => error)
  await accepted
  controller.abort("mine")
  assert.strictEqual(await call, "mine")
  await vi.waitUntil(() => server.open() === 0, { timeout: 10_000 })
  const error: unknown = await client.models.list({ timeout: 200 }).catch((failure: unknown) => failure)
  assert.deepInclude(error as object, { _tag: "DeadlineExceededError", phase: "tls" })
  await client.close()
  await server.close()
})
