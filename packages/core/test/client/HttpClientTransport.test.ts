// A client over an HttpClient of Effect.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import { createServer, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { json as jsonOf } from "node:stream/consumers"
import { onTestFinished } from "vitest"
import * as Client from "../../src/Client.ts"
import { layerTransport } from "../../src/client/HttpClientTransport.ts"
import { rejection } from "../fixtures/calls.ts"
import { asked, first, headers, last, mark, sse } from "../fixtures/streams.ts"
import { settled } from "../fixtures/turns.ts"
import { baseUrl, goodBody, question } from "../fixtures/wire.ts"

const json = { "content-type": "application/json" }

/** A client over an HttpClient. */
const client = (http: Layer.Layer<HttpClient.HttpClient>, options: Partial<Client.ClientOptions> = {}) => {
  const layer = Client.layer({ baseUrl, maxRetries: 0, ...options })
  const made = Client.promises(layer.pipe(Layer.provide(layerTransport), Layer.provide(http)))
  onTestFinished(() => made.close().catch(() => undefined))
  return made
}

const fetching = Layer.provide(
  FetchHttpClient.layer,
  Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" })
)

/** A client over effect's own HttpClient, and a server that answers it; without an answer it is closed. */
const over = async (answer?: RequestListener) => {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  if (answer === undefined) close()
  else onTestFinished(close)
  return client(fetching, { baseUrl: `http://127.0.0.1:${port}`, apiKey: "the-key" })
}

describe("a client over an HttpClient", () => {
  it("sends key, headers and body, and gives the answer with its head", async () => {
    const seen: Array<unknown> = []
    const { decisions } = await over(async (request, response) => {
      const { authorization, "content-type": type, "x-mine": mine } = request.headers
      seen.push(request.method, request.url, authorization, type, mine, await jsonOf(request))
      response.writeHead(200, { ...json, "x-request-id": "r-1" }).end(goodBody)
    })
    const call = decisions.create(question, { headers: { "x-mine": "1" } })
    const { data, response } = await call.withResponse()
    assert.strictEqual(data.answers.urgent.noul, 0.75)
    assert.strictEqual(response.requestId, "r-1")
    assert.deepEqual(seen, ["POST", "/v1/decisions", "Bearer the-key", "application/json", "1", question])
  })

  it("reads no more than its caller takes, and loses nothing when that goes on", async () => {
    const bytes = new TextEncoder().encode(sse([{ ...first, filler: "x".repeat(65_536) }]))
    const end = new TextEncoder().encode(sse([last]) + mark)
    const parts = 100
    let pulls = 0
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      controller.enqueue(++pulls <= parts ? bytes : end)
      if (pulls > parts) controller.close()
    }
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
    const http = HttpClient.make((request) =>
      Effect.succeed(HttpClientResponse.fromWeb(request, new Response(body, { headers })))
    )
    const { chat } = client(Layer.succeed(HttpClient.HttpClient, http))
    const reader = chat.stream(asked)[Symbol.asyncIterator]()
    await reader.next()
    // Without a gate a part is read in each turn or two.
    for (let turn = 0; turn < 4 * parts; turn++) await settled()
    assert.isBelow(pulls, parts / 2)
    let got = 1
    while ((await reader.next()).done !== true) got++
    assert.strictEqual(got, parts + 1)
  })

  it("an abort ends the request within the body", async () => {
    const arrived = Promise.withResolvers<ServerResponse>()
    const { decisions } = await over((_, response) => {
      response.writeHead(200, json).write("{")
      arrived.resolve(response)
    })
    const controller = new AbortController()
    const call = rejection(decisions.create(question, { signal: controller.signal }))
    const response = await arrived.promise
    const gone = new Promise<void>((done) => response.on("close", () => done()))
    controller.abort("mine")
    assert.strictEqual(await call, "mine")
    await gone
  })

  it.each<readonly [string, (response: ServerResponse) => unknown, object]>([
    [
      "a redirect",
      (response) => response.writeHead(307, { location: "/elsewhere" }).end(),
      { _tag: "InvalidResponseError", reason: "redirect" }
    ],
    [
      "a cut body",
      (response) =>
        response.writeHead(200, { "content-length": "100" }).write("{", () => response.socket?.destroy()),
      { _tag: "ConnectionError", phase: "body" }
    ]
  ])("%s has the class it has over any transport", async (_, answer, wanted) => {
    const { decisions } = await over((_request, response) => void answer(response))
    assert.deepInclude(await rejection(decisions.create(question)), wanted)
  })

  it("a refused connection is a ConnectionError that says so, a defect of the HttpClient that very error", async () => {
    const refused = await rejection((await over()).models.list())
    assert.deepInclude(refused, { _tag: "ConnectionError", reason: "refused", phase: "connect" })
    const mine = new Error("mine")
    const breaking = Layer.succeed(
      HttpClient.HttpClient,
      HttpClient.make(() => Effect.die(mine))
    )
    assert.strictEqual(await rejection(client(breaking).models.list()), mine)
  })
})
