import { assert, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer, get } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import * as Client from "../../../src/Client.ts"
import { toReadableStream } from "../../../src/helpers/streams/index.ts"
import { hand } from "../../fixtures/hand.ts"
import { asked, first, second } from "../../fixtures/streams.ts"
import { until } from "../../fixtures/turns.ts"

it("a browser that leaves a node:http server in silence ends the call before the next heartbeat", async () => {
  const wire = hand()
  const client = Client.promises(wire.layer)
  const logged: Array<unknown> = []
  // The handler of the guide "Stream to a browser".
  const server = createServer((_request, response) => {
    const closed = new AbortController()
    response.on("close", () => closed.abort())
    const log = (error: unknown) => {
      if (!closed.signal.aborted) logged.push(error)
    }
    const bytes = toReadableStream(client.chat.stream(asked, { signal: closed.signal }), {
      errorMessage: (error) => {
        log(error)
        return "Please ask again."
      }
    })
    response.writeHead(200, { "content-type": "text/event-stream" })
    pipeline(Readable.from(bytes), response).catch(log)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const browser = get({ port }, (response) => response.once("data", () => browser.destroy()))
  browser.on("error", () => undefined)
  await until(wire.isSent)
  wire.head()
  wire.events(first, second)
  await until(() => wire.asked.aborts === 1)
  assert.deepEqual(logged, [])
  server.close()
  await client.close()
})
