import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Client from "../../src/Client.ts"
import { layerTransport } from "../../src/client/HttpClientTransport.ts"
import { chatEvents, sse } from "../fixtures/streams.ts"
import { goodBody, question } from "../fixtures/wire.ts"

const json = { "content-type": "application/json" }
const events = { "content-type": "text/event-stream" }
const chat = { model: "sonar", messages: [{ role: "user", content: "?" }] } as const

const fetching = Layer.provide(
  FetchHttpClient.layer,
  Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" })
)

/** A client over effect's own HttpClient, and a server of Node that answers it. */
const over = async (
  answer: RequestListener,
  options: Partial<Client.ClientOptions> = {},
  http: Layer.Layer<HttpClient.HttpClient> = fetching
) => {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  const layer = Client.layer({ baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0, ...options })
  const client = Client.promises(layer.pipe(Layer.provide(layerTransport), Layer.provide(http)))
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      await client.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  }
}

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail("it was answered"),
    (error: unknown) => error
  )

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const part of request.setEncoding("utf8")) text += part
  return text
}

const closed = (response: ServerResponse) => new Promise<void>((done) => response.on("close", () => done()))

describe("a client over an HttpClient", () => {
  it("sends key, headers and body, and gives the answer with its head", async () => {
    const seen: Array<unknown> = []
    await using made = await over(
      async (request, response) => {
        const { authorization, "content-type": type, "x-mine": mine } = request.headers
        seen.push(request.method, request.url, authorization, type, mine, JSON.parse(await textOf(request)))
        response.writeHead(200, { ...json, "x-request-id": "r-1" }).end(goodBody)
      },
      { apiKey: "the-key" }
    )
    const asked = made.client.decisions.create(question, { headers: { "x-mine": "1" } })
    const { data, response } = await asked.withResponse()
    assert.strictEqual(data.answers.urgent.noul, 0.75)
    assert.strictEqual(response.requestId, "r-1")
    assert.deepEqual(seen, ["POST", "/v1/decisions", "Bearer the-key", "application/json", "1", question])
  })

  it("gives the events of a stream, to its end mark", async () => {
    const sent = chatEvents(["High", " water"])
    await using made = await over((_, response) => {
      response.writeHead(200, events).end(`${sse(sent)}data: [DONE]\n\n`)
    })
    const got: Array<unknown> = []
    for await (const event of made.client.chat.stream(chat)) got.push(event)
    assert.deepEqual(got, [...sent])
  })

  it("a reader that stops stops the server; nothing is lost when it goes on", async () => {
    const text = "x".repeat(64 * 1024)
    const one = sse(chatEvents([text]).slice(0, 1))
    const rounds = 1_024
    let written = 0
    await using made = await over(async (_, response) => {
      response.writeHead(200, events)
      for (let round = 0; round < rounds; round++) {
        written++
        if (!response.write(one)) await new Promise((done) => response.once("drain", done))
      }
      response.end(`${sse(chatEvents([]))}data: [DONE]\n\n`)
    })
    const reader = made.client.chat.stream(chat)[Symbol.asyncIterator]()
    await reader.next()
    // As long as more is written the reader's side still has room.
    for (let before = -1; before !== written;) {
      before = written
      await new Promise((done) => setTimeout(done, 300))
    }
    assert.isBelow(written, rounds / 2)
    let got = 1
    while ((await reader.next()).done !== true) got++
    assert.strictEqual(got, rounds + 1)
  })

  it("an abort ends the request, before the head and within the body", async () => {
    const reason = new Error("mine")
    for (const head of [false, true]) {
      const arrived = Promise.withResolvers<ServerResponse>()
      await using made = await over((_, response) => {
        if (head) response.writeHead(200, json).write("{")
        arrived.resolve(response)
      })
      const controller = new AbortController()
      const call = rejection(made.client.decisions.create(question, { signal: controller.signal }))
      const gone = closed(await arrived.promise)
      controller.abort(reason)
      assert.strictEqual(await call, reason)
      await gone
    }
  })

  it("a break of a stream closes the connection", async () => {
    const gone = Promise.withResolvers<void>()
    await using made = await over((_, response) => {
      response.writeHead(200, events).write(sse(chatEvents(["High", " water"])))
      response.on("close", () => gone.resolve())
    })
    for await (const event of made.client.chat.stream(chat)) {
      assert.isObject(event)
      break
    }
    await gone.promise
  })

  it.each([
    ["a status", { status: 404 }, { _tag: "NotFoundError", status: 404 }],
    [
      "a redirect",
      { status: 307, headers: { location: "/elsewhere" } },
      { _tag: "InvalidResponseError", reason: "redirect" }
    ],
    ["no body", { status: 200 }, { _tag: "InvalidResponseError" }],
    [
      "a cut body",
      { status: 200, headers: { "content-length": "100" }, cut: true },
      { _tag: "ConnectionError", phase: "body" }
    ]
  ] as const)("%s has the class it has over any transport", async (_, { status, ...step }, wanted) => {
    await using made = await over((_request, response) => {
      response.writeHead(status, "headers" in step ? step.headers : {})
      if (!("cut" in step)) response.end()
      else response.write("{", () => response.socket?.destroy())
    })
    assert.deepInclude(await rejection(made.client.decisions.create(question)), wanted)
  })

  it("a refused connection is a ConnectionError that says so", async () => {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    const { port } = server.address() as AddressInfo
    await new Promise((done) => server.close(done))
    await using made = await over(() => undefined, { baseUrl: `http://127.0.0.1:${port}` })
    assert.deepInclude(await rejection(made.client.models.list()), {
      _tag: "ConnectionError",
      reason: "refused",
      phase: "connect"
    })
  })

  it("a body that stalls ends at the deadline", async () => {
    await using made = await over((_, response) => {
      response.writeHead(200, json).write("{")
    })
    assert.deepInclude(await rejection(made.client.decisions.create(question, { timeout: 500 })), {
      _tag: "DeadlineExceededError",
      phase: "body"
    })
  })

  it("a defect of the HttpClient ends the call with that very error", async () => {
    const mine = new Error("mine")
    const breaking = Layer.succeed(
      HttpClient.HttpClient,
      HttpClient.make(() => Effect.die(mine))
    )
    await using made = await over(() => undefined, {}, breaking)
    assert.strictEqual(await rejection(made.client.decisions.create(question)), mine)
  })
})
