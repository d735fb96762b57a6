// The server as a handler of fetch, and mounted into a router of Effect: what ends, and how it looks.
import { Embeddings } from "@leadline/core/embeddings"
import * as HttpServer from "@leadline/core/http-server"
import * as Server from "@leadline/core/server"
import * as ServerSettings from "@leadline/core/server-settings"
import * as Shutdown from "@leadline/core/shutdown"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { afterAll, assert, it } from "vitest"
import { layerServices } from "../../src/index.ts"
import { chat, post, request, silent } from "../server/support.ts"

const cost = { input_cost: 0, total_cost: 0, currency: "USD" as const }

/** An answer of very many members, the last of which cannot be written. */
const broken = {
  object: "list" as const,
  model: "svc-embed-v1-4b",
  usage: { prompt_tokens: 1, total_tokens: 1, cost },
  data: Array.from({ length: 3_000 }, (_, index) => ({
    object: "embedding" as const,
    index,
    get embedding(): string {
      return index < 2_999 ? "AAAA" : assert.fail("It cannot be written")
    }
  }))
}

const services = layerServices({
  embeddings: Layer.mock(Embeddings, { create: () => Effect.succeed(broken) })
})

let shutdown: Shutdown.Shutdown["Service"] | undefined
const mounted = HttpRouter.toWebHandler(
  Layer.merge(
    HttpServer.layer,
    Layer.effectDiscard(Effect.map(Shutdown.Shutdown, (found) => (shutdown = found)))
  ).pipe(
    Layer.provide(Server.layer),
    Layer.provide([
      Shutdown.layer,
      services,
      ServerSettings.layer({ bodyTimeout: 20, keepAlive: 20, minDataRate: 0 })
    ]),
    Layer.provideMerge(Logger.layer([]))
  ),
  { disableLogger: true }
)
const whole = toWebHandler(services, { grace: 100 })
afterAll(() => Promise.all([mounted.dispose(), whole.dispose()]))

const handlers = { "as a handler": whole.handler, mounted: mounted.handler }

const isRejected = (promise: Promise<unknown>) =>
  promise.then(
    () => assert.fail("it succeeds"),
    () => undefined
  )

it.each(Object.entries(handlers))("the server %s cuts an answer that fails half way", async (_, handler) => {
  const response = await handler(request("/v1/embeddings", post({ model: "svc-embed-v1-4b", input: ["a"] })))
  assert.strictEqual(response.status, 200)
  await isRejected(response.text())
})

it("a stream whose request is aborted is cut", async () => {
  const controller = new AbortController()
  const init = post(chat(silent, true), { signal: controller.signal })
  const response = await whole.handler(request("/v1/sonar", init))
  controller.abort()
  await isRejected(response.text())
})

it("a server whose services cannot be built is built by a later request", async () => {
  let tries = 0
  const late = Layer.unwrap(
    Effect.suspend(() => (tries++ === 0 ? Effect.fail("away" as const) : Effect.succeed(services)))
  )
  const { dispose, handler } = toWebHandler(late, { grace: 100 })
  const list = () => handler(request("/v1/models"))
  await isRejected(list())
  assert.strictEqual((await list()).status, 200)
  await dispose()
})

it("a body that does not come in time is 408", async () => {
  const body = new ReadableStream({ start: (begun) => begun.enqueue(new Uint8Array([0x7b])) })
  const init: RequestInit & { readonly duplex: "half" } = { ...post(""), body, duplex: "half" }
  const response = await mounted.handler(request("/v1/decisions", init))
  assert.strictEqual(response.status, 408)
})

it("a server that ends answers what comes with 503", async () => {
  assert.strictEqual((await mounted.handler(request("/v1/models"))).status, 200)
  if (shutdown !== undefined) Effect.runSync(shutdown.end)
  assert.strictEqual((await mounted.handler(request("/v1/models"))).status, 503)
})
