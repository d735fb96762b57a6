// The server inside of programs of others: Express, Fastify, Hono, Next.js and a host that compresses, and what its
// handler for node:http does when it cannot answer.
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

/** A program with the server in it: asks it, and ends it. */
interface Mounted {
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  readonly end: () => Promise<void>
}

/** Over a listening server of a program, with a path below which the contract is mounted. */
const overSocket = async (server: Server, dispose: () => Promise<void>, below = ""): Promise<Mounted> => {
  const base = `http://127.0.0.1:${await listenOn(server)}`
  return {
    ask: (path, init) => fetch(base + below + path, init),
    end: async () => {
      server.closeAllConnections()
      server.close()
      await dispose()
    }
  }
}

const inExpress = () => {
  const { dispose, handler } = toNodeHandler(layerServices())
  const app = express()
  app.use("/ai", handler)
  app.use(express.json())
  return overSocket(createServer(app), dispose, "/ai")
}

const inFastify = async () => {
  const { dispose, handler } = toNodeHandler(layerServices())
  const app = fastify()
  await app.register(async (scope) => {
    // The body is left for the handler.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null))
    scope.all("/*", (request, reply) => {
      reply.hijack()
      handler(request.raw, reply.raw)
    })
  })
  await app.ready()
  return overSocket(app.server, dispose)
}

const inHono = async () => {
  const { dispose, handler } = toWebHandler(layerServices())
  const app = new Hono()
  app.mount("/ai", handler)
  return {
    ask: async (path: string, init?: RequestInit) => app.request(`/ai${path}`, init, { BINDING: 1 }),
    end: dispose
  }
}

/** `app/[...path]/route.ts`: Next.js passes the parameters of the path. */
const inNext = async () => {
  const { dispose, handler } = toWebHandler(layerServices())
  const parameters = { params: Promise.resolve({ path: [] }) }
  return {
    ask: (path: string, init?: RequestInit) => handler(new Request(`http://host${path}`, init), parameters),
    end: dispose
  }
}

/** A host that compresses what is written, as middleware does. */
const behindCompression = () => {
  const { dispose, handler } = toNodeHandler(layerServices())
  const server = createServer((request, response) => {
    const gzip = createGzip()
    const [write, end] = [response.write.bind(response), response.end.bind(response)]
    gzip.on("data", (piece) => void write(piece)).on("end", () => void end())
    const writeHead = response.writeHead.bind(response)
    response.writeHead = ((status: number, lines: Array<string>) => {
      const at = lines.indexOf("content-length")
      if (at >= 0) lines.splice(at, 2)
      return writeHead(status, [...lines, "content-encoding", "gzip"])
    }) as typeof response.writeHead
    response.write = ((piece: string, encoding: BufferEncoding) =>
      gzip.write(piece, encoding)) as typeof response.write
    response.end = ((piece?: string) => {
      gzip.end(piece)
      return response
    }) as typeof response.end
    handler(request, response)
  })
  return overSocket(server, dispose)
}

it.each<readonly [string, () => Promise<Mounted>]>([
  ["in Express, below a path", inExpress],
  ["in Fastify", inFastify],
  ["in Hono, below a path", inHono],
  ["in a route of Next.js", inNext],
  ["behind a host that compresses", behindCompression]
])("%s, the contract is answered", async (_, start) => {
  const { ask, end } = await start()
  assert.strictEqual((await ask("/v1/models")).status, 200)
  const answer = await ask("/v1/sonar", post(chat("High water", false)))
  assert.strictEqual(answer.status, 200)
  assert.include(await answer.text(), "High water")
  assert.match(await (await ask("/v1/sonar", post(chat("a", true)))).text(), /data: \[DONE\]\n\n$/)
  assert.strictEqual((await ask("/v1/sonar", post({ model: "sonar" }))).status, 422)
  await end()
})

it("a handler of node:http gives the failure of its layers to the framework, or answers 500", async () => {
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
  const { ask, end } = await overSocket(server, dispose)
  await ask("/next")
  assert.match(String(seen[0]), /no disk/)
  assert.strictEqual((await ask("/v1/models")).status, 500)
  await end()
})

it("a handler of node:http answers 503 when it was disposed of", async () => {
  const { dispose, handler } = toNodeHandler(layerServices())
  await dispose()
  const { ask, end } = await overSocket(createServer(handler), dispose)
  assert.strictEqual((await ask("/v1/models")).status, 503)
  await end()
})
