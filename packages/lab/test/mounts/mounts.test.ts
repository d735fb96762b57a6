// The server inside of programs of others: Express, Fastify, Hono and a host that compresses, and what its handler for
// node:http does when it cannot answer.
import { createServer, type Server } from "node:http"
import { createGzip } from "node:zlib"
import { toWebHandler } from "@leadline/transport-fetch/server"
import { toNodeHandler } from "@leadline/transport-node/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import express from "express"
import fastify from "fastify"
import { Hono } from "hono"
import { assert, it } from "vitest"
import { layerServices } from "../../src/index.ts"
import { listenOn } from "../../src/ports.ts"
import { chat, post } from "../server/support.ts"

/** Asks a program with the server in it. */
type Ask = (path: string, init?: RequestInit) => Promise<Response>

type NodeHandler = ReturnType<typeof toNodeHandler>["handler"]

/** Asks a server over a socket, then ends it. */
const overSocket = async (server: Server, use: (ask: Ask) => Promise<void>, below = "") => {
  const base = `http://127.0.0.1:${await listenOn(server)}${below}`
  await use((path, init) => fetch(base + path, init))
  server.closeAllConnections()
  server.close()
}

const check = async (ask: Ask) => {
  assert.strictEqual((await ask("/v1/models")).status, 200)
  assert.include(await (await ask("/v1/sonar", post(chat("High water", false)))).text(), "High water")
  assert.match(await (await ask("/v1/sonar", post(chat("a", true)))).text(), /data: \[DONE\]\n\n$/)
  assert.strictEqual((await ask("/v1/sonar", post({ model: "sonar" }))).status, 422)
}

const inExpress = (handler: NodeHandler) => {
  const app = express()
  app.use("/ai", handler)
  app.use(express.json())
  return createServer(app)
}

const inFastify = async (handler: NodeHandler) => {
  const app = fastify()
  await app.register(async (scope) => {
    // The body is left for the handler.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null))
    scope.all("/ai/*", (request, reply) => {
      reply.hijack()
      request.raw.url = request.raw.url?.slice("/ai".length)
      handler(request.raw, reply.raw)
    })
  })
  await app.ready()
  return app.server
}

/** A host that compresses what is written, as middleware does. */
const behindCompression = (handler: NodeHandler) =>
  createServer((request, response) => {
    const gzip = createGzip()
    const [write, end] = [response.write.bind(response), response.end.bind(response)]
    gzip.on("data", (piece) => void write(piece)).on("end", () => void end())
    const writeHead = response.writeHead.bind(response)
    response.writeHead = ((status: number, lines: Array<string>) => {
      const at = lines.indexOf("content-length")
      if (at >= 0) lines.splice(at, 2)
      return writeHead(status, [...lines, "content-encoding", "gzip"])
    }) as typeof response.writeHead
    Object.assign(response, { write: gzip.write.bind(gzip), end: gzip.end.bind(gzip) })
    request.url = request.url?.slice("/ai".length)
    handler(request, response)
  })

it.each([
  ["in Express", inExpress],
  ["in Fastify", inFastify],
  ["behind a host that compresses", behindCompression]
] as const)("%s, below a path, the contract is answered", async (_, mount) => {
  const { dispose, handler } = toNodeHandler(layerServices())
  await overSocket(await mount(handler), check, "/ai")
  await dispose()
})

it("in Hono, below a path, the contract is answered", async () => {
  const { dispose, handler } = toWebHandler(layerServices())
  const app = new Hono()
  app.mount("/ai", handler)
  await check(async (path, init) => app.request(`/ai${path}`, init, { BINDING: 1 }))
  await dispose()
})

it("a handler of node:http gives the failure of its layers to the framework, or answers 500, and 503 when it was disposed of", async () => {
  const failing = Layer.effectDiscard(Effect.fail("no disk")).pipe(Layer.merge(layerServices()))
  const { dispose, handler } = toNodeHandler(failing)
  const seen: Array<unknown> = []
  const server = createServer((request, response) => {
    const next = (error: unknown) => {
      seen.push(error)
      response.end()
    }
    handler(request, response, request.url === "/next" ? next : undefined)
  })
  await overSocket(server, async (ask) => {
    await ask("/next")
    assert.match(String(seen[0]), /no disk/)
    assert.strictEqual((await ask("/v1/models")).status, 500)
    await dispose()
    assert.strictEqual((await ask("/v1/models")).status, 503)
  })
})
