// A client over an HttpClient of Effect.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientRequest } from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import { onTestFinished } from "vitest"
import * as Client from "../../src/Client.ts"
import { layerTransport } from "../../src/client/HttpClientTransport.ts"
import { rejection } from "../fixtures/calls.ts"
import { asked, first, headers, last, mark, sse } from "../fixtures/streams.ts"
import { settled } from "../fixtures/turns.ts"
import { goodBody, question } from "../fixtures/wire.ts"

const json = { "content-type": "application/json" }

/** A client over an HttpClient that answers each request. */
const over = (answer: (request: HttpClientRequest) => Effect.Effect<Response>) => {
  const http = HttpClient.make((request) =>
    Effect.map(answer(request), (response) => HttpClientResponse.fromWeb(request, response))
  )
  const transport = Layer.provide(layerTransport, Layer.succeed(HttpClient.HttpClient, http))
  const layer = Client.layer({ baseUrl: "http://127.0.0.1:2", apiKey: "the-key", maxRetries: 0 })
  const client = Client.promises(Layer.provide(layer, transport))
  onTestFinished(() => client.close().catch(() => undefined))
  return client
}

const fails = (answer: Effect.Effect<Response>) => rejection(over(() => answer).decisions.create(question))

/** A body of which nothing follows the first piece, unless it breaks. */
const begun = (then: UnderlyingDefaultSource<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
    ...then
  })

describe("a client over an HttpClient", () => {
  it("sends key, headers and body, and gives the answer with its head", async () => {
    const seen: Array<unknown> = []
    const { decisions } = over(({ body, headers: sent, method, url }) => {
      seen.push(method, url, sent["authorization"], sent["content-type"])
      seen.push(body._tag === "Uint8Array" && JSON.parse(new TextDecoder().decode(body.body)))
      return Effect.succeed(new Response(goodBody, { headers: { ...json, "x-request-id": "r-1" } }))
    })
    const { data, response } = await decisions.create(question).withResponse()
    assert.deepEqual([data.answers.urgent.noul, response.requestId], [0.75, "r-1"])
    const url = "http://127.0.0.1:2/v1/decisions"
    assert.deepEqual(seen, ["POST", url, "Bearer the-key", "application/json", question])
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
    const { chat } = over(() => Effect.succeed(new Response(body, { headers })))
    const reader = chat.stream(asked)[Symbol.asyncIterator]()
    await reader.next()
    // Without a gate a part is read in each turn or two.
    for (let turn = 0; turn < 4 * parts; turn++) await settled()
    assert.isBelow(pulls, parts / 2)
    let got = 1
    while ((await reader.next()).done !== true) got++
    assert.strictEqual(got, parts + 1)
  })

  it("an abort ends the request, also within the body", async () => {
    const ended: Array<string> = []
    const body = begun({ cancel: () => void ended.push("body") })
    for (const answer of [
      Effect.onInterrupt(Effect.never, () => Effect.sync(() => ended.push("head"))),
      Effect.succeed(new Response(body, { headers: json }))
    ]) {
      const controller = new AbortController()
      const { signal } = controller
      const call = rejection(over(() => answer).decisions.create(question, { signal }))
      await settled()
      controller.abort("mine")
      assert.strictEqual(await call, "mine")
      await settled()
    }
    assert.deepEqual(ended, ["head", "body"])
  })

  it("a cut body is a ConnectionError, a defect is that very error", async () => {
    const cut = begun({ pull: (controller) => controller.error(new Error("cut")) })
    const broken = await fails(Effect.succeed(new Response(cut, { headers: json })))
    assert.deepInclude(broken, { _tag: "ConnectionError", phase: "body" })
    const mine = new Error("mine")
    assert.strictEqual(await fails(Effect.die(mine)), mine)
  })
})
