// A client that leaves a stream ends the work behind it: by break, by abort, by closing the socket.
import { createClient } from "@leadline/transport-node"
import * as FetchTransport from "@leadline/transport-fetch"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Http from "node:http"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  activeWork,
  apiKey,
  startInMemory,
  startRouterInMemory,
  startRouterServer,
  startServer
} from "../../src/index.ts"

const body = (more: object) => JSON.stringify({ ...more, stream: true })
const silent = JSON.stringify({ after: 1, silent: true })
const chat = { model: "sonar", messages: [{ role: "user", content: silent }] } as const

const chunk = (object: string) =>
  `data: ${JSON.stringify({ id: "c1", model: "sonar", created: 1, object, choices: [] })}\n\n`

/** Milliseconds until nothing is in progress. */
const ended = async (): Promise<number> => {
  const began = performance.now()
  while (activeWork.size > 0 && performance.now() - began < 2_000) {
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return performance.now() - began
}

// A machine with other work gets further tries.
describe("an engine is interrupted within 100 ms", { retry: 4 }, () => {
  const scope = Scope.makeUnsafe()
  let baseUrl = ""
  let routerUrl = ""
  let fetch: Effect.Success<ReturnType<typeof startInMemory>>
  let routerFetch: typeof fetch
  beforeAll(async () => {
    baseUrl = await Effect.runPromise(Scope.provide(startServer(), scope))
    routerUrl = await Effect.runPromise(Scope.provide(startRouterServer(), scope))
    fetch = await Effect.runPromise(Scope.provide(startInMemory(), scope))
    routerFetch = await Effect.runPromise(Scope.provide(startRouterInMemory(), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const clients = {
    "by undici": () => createClient({ baseUrl, apiKey }),
    "by fetch": () => FetchTransport.createClient({ baseUrl, apiKey }),
    "in memory": () => FetchTransport.createClient({ baseUrl: "http://localhost", apiKey, fetch }),
    "to an HttpRouter": () => createClient({ baseUrl: routerUrl, apiKey }),
    "to an HttpRouter, in memory": () =>
      FetchTransport.createClient({ baseUrl: "http://localhost", apiKey, fetch: routerFetch })
  }

  it.each(Object.entries(clients))("after break, %s", async (_name, make) => {
    const client = make()
    for (const events of [client.chat.stream(chat), client.responses.stream({ input: silent })]) {
      for await (const event of events) {
        assert.isObject(event)
        assert.strictEqual(activeWork.size, 1)
        break
      }
      assert.isBelow(await ended(), 100)
    }
    await client.close()
  })

  it.each(Object.entries(clients))("after an abort, %s", async (_name, make) => {
    const client = make()
    const controller = new AbortController()
    const iterator = client.chat.stream(chat, { signal: controller.signal })[Symbol.asyncIterator]()
    await iterator.next()
    const next = iterator.next().then(
      () => assert.fail("it goes on"),
      (error: unknown) => error
    )
    assert.strictEqual(activeWork.size, 1)
    const reason = new Error("mine")
    controller.abort(reason)
    assert.strictEqual(await next, reason)
    assert.isBelow(await ended(), 100)
    await client.close()
  })

  const servers = { "node:http": () => baseUrl, "an HttpRouter": () => routerUrl }

  it.each(Object.entries(servers))("after a socket that is destroyed, of %s", async (_name, url) => {
    const text = body(chat)
    await new Promise<void>((resolve) => {
      const request = Http.request(
        `${url()}/v1/sonar`,
        { method: "POST", headers: { authorization: `Bearer ${Redacted.value(apiKey)}` }, agent: false },
        (response) => {
          response.once("data", () => {
            assert.strictEqual(activeWork.size, 1)
            response.destroy()
            resolve()
          })
        }
      )
      request.end(text)
    })
    assert.isBelow(await ended(), 100)
  })
})

it("connections are used again after whole streams", async () => {
  const sockets = new Set<unknown>()
  const server = Http.createServer((request, response) => {
    sockets.add(request.socket)
    request.resume()
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.write(chunk("chat.completion.done") + "data: [DONE]\n\n")
    setImmediate(() => response.end())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey })
  for (let round = 0; round < 5; round++) {
    for await (const { object } of client.chat.stream(chat))
      assert.strictEqual(object, "chat.completion.done")
  }
  assert.isAtMost(sockets.size, 2)
  await client.close()
  server.close()
})
