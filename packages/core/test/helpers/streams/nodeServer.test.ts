import { assert, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import * as Client from "../../../src/Client.ts"
import { toReadableStream } from "../../../src/helpers/streams/index.ts"
import { fail, mockClient } from "../../../src/testing/index.ts"
import { until } from "../../fixtures/turns.ts"
import { hand } from "../../fixtures/hand.ts"
import { asked, first, second } from "../../fixtures/streams.ts"

/** The handler of the guide "Stream to a browser". */
const handler =
  (client: Pick<Client.Client, "chat">, logged: Array<unknown>) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
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
  }

/** A server with this handler, and what it logs. */
const listening = async (client: Pick<Client.Client, "chat">) => {
  const logged: Array<unknown> = []
  const server = createServer(handler(client, logged)).listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { logged, url, close: () => void server.close() }
}

it("a browser that leaves a node:http server in silence ends the call before the next heartbeat", async () => {
  const wire = hand()
  const client = Client.promises(wire.layer)
  const { close, logged, url } = await listening(client)
  const browser = get(url, (response) => response.once("data", () => browser.destroy()))
  browser.on("error", () => undefined)
  await until(wire.isSent)
  wire.head()
  wire.events(first, second)
  await until(() => wire.asked.aborts === 1)
  assert.deepEqual(logged, [])
  close()
  await client.close()
})

it("a failure is logged by the server, and reported to the browser in its own words", async () => {
  const { client } = mockClient([fail.status(404)])
  const { close, logged, url } = await listening(client)
  const text = await (await fetch(url)).text()
  assert.include(text, "Please ask again.")
  assert.deepEqual(
    logged.map((error) => Reflect.get(Object(error), "_tag")),
    ["NotFoundError"]
  )
  close()
  await client.close()
})
