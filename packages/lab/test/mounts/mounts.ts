// The server inside of programs of others: Express, Fastify, Hono, Next.js, node:http, and handlers that get a second argument.
import assert from "node:assert/strict"
import { createServer, type Server } from "node:http"
import { createGzip } from "node:zlib"
import { toWebHandler } from "@leadline/transport-fetch/server"
import { toNodeHandler } from "@leadline/transport-node/server"
import * as Redacted from "effect/Redacted"
import express from "express"
import fastify from "fastify"
import { Hono } from "hono"
import { apiKey, layerServices } from "../../src/index.ts"
import { listenOn } from "../../src/ports.ts"

/** A program with the server in it. */
interface Mounted {
  readonly ask: (path: string, body?: object) => Promise<Response>
  readonly own: () => Promise<Response>
  readonly end: () => Promise<void>
}

const authorization = `Bearer ${Redacted.value(apiKey)}`
/** A request with the key, of JSON if there is a body. */
export const init = (body: object | undefined): RequestInit =>
  body === undefined
    ? {}
    : {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(body)
      }

/** Listens on a free port; the address. */
export const listening = async (server: Server) => `http://127.0.0.1:${await listenOn(server)}`

/** Over a listening server of a program, with a path below which the contract is mounted. */
const overSocket = async (server: Server, dispose: () => Promise<void>, below = "") => {
  const base = await listening(server)
  return {
    ask: ((path, body) => fetch(base + below + path, init(body))) satisfies Mounted["ask"],
    own: () => fetch(`${base}/own`),
    end: async () => {
      server.closeAllConnections()
      server.close()
      await dispose()
    }
  }
}

/** In memory, as a function of requests. */
const inMemory = (
  answer: (request: Request) => Response | Promise<Response>,
  dispose: () => Promise<void>,
  below = ""
) => ({
  ask: (async (path, body) =>
    answer(new Request(`http://host${below}${path}`, init(body)))) satisfies Mounted["ask"],
  own: async () => answer(new Request("http://host/own")),
  end: dispose
})

const inExpress = (below: string) => () => {
  const { dispose, handler } = toNodeHandler(layerServices())
  const app = express()
  app.use(below === "" ? "/" : below, (request, response, next) =>
    request.path === "/own" ? next() : handler(request, response, next)
  )
  app.use(express.json())
  app.get("/own", (_, response) => void response.send("own"))
  return overSocket(createServer(app), dispose, below)
}

const inFastify = async () => {
  const { dispose, handler } = toNodeHandler(layerServices())
  const app = fastify()
  app.get("/own", () => "own")
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
  app.get("/own", (context) => context.text("own"))
  app.mount("/ai", handler)
  return inMemory((request) => app.fetch(request, { BINDING: 1 }), dispose, "/ai")
}

/** `app/[...path]/route.ts`: Next.js passes the parameters of the path. */
const inNext = async () => {
  const { dispose, handler } = toWebHandler(layerServices())
  const route = { GET: handler, POST: handler }
  const parameters = { params: Promise.resolve({ path: [] }) }
  return inMemory(
    (request) =>
      request.url.endsWith("/own")
        ? new Response("own")
        : route[request.method as keyof typeof route](request, parameters),
    dispose
  )
}

/** `Bun.serve` passes its server, `Deno.serve` what it knows of the connection, a worker its environment. */
const withSecondArgument = async () => {
  const { dispose, handler } = toWebHandler(layerServices())
  return inMemory(
    (request) =>
      request.url.endsWith("/own")
        ? new Response("own")
        : handler(request, { remoteAddr: { hostname: "127.0.0.1" } }, { waitUntil: () => {} }),
    dispose
  )
}

const inNodeHttp = () => {
  const { dispose, handler } = toNodeHandler(layerServices())
  const server = createServer((request, response) =>
    request.url === "/own" ? response.end("own") : handler(request, response)
  )
  return overSocket(server, dispose)
}

/** A host that compresses what is written, as middleware does. */
const behindCompression = () => {
  const { dispose, handler } = toNodeHandler(layerServices())
  const server = createServer((request, response) => {
    if (request.url === "/own") {
      response.end("own")
      return
    }
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

/** Every mount, as a program that begins. */
export const mounts: ReadonlyArray<{ readonly name: string; readonly start: () => Promise<Mounted> }> = [
  { name: "in Express", start: inExpress("") },
  { name: "in Express, below a path", start: inExpress("/ai") },
  { name: "in Fastify", start: inFastify },
  { name: "in Hono, below a path", start: inHono },
  { name: "in a route of Next.js", start: inNext },
  { name: "in a server of node:http", start: inNodeHttp },
  { name: "behind a host that compresses", start: behindCompression },
  { name: "in a host that passes a second argument", start: withSecondArgument }
]

const messages = [{ role: "user", content: "High water" }]

/** The contract is answered, and the program's own path too. */
export const check = async ({ ask, end, own }: Mounted): Promise<void> => {
  try {
    assert.equal((await ask("/v1/models")).status, 200)
    const chat = await ask("/v1/sonar", { model: "sonar", messages })
    assert.equal(chat.status, 200)
    assert.match(await chat.text(), /High water/)
    const stream = await ask("/v1/sonar", { model: "sonar", messages, stream: true })
    assert.match(await stream.text(), /data: \[DONE\]\n\n$/)
    assert.equal((await ask("/v1/sonar", { model: "sonar" })).status, 422)
    assert.equal(await (await own()).text(), "own")
  } finally {
    await end()
  }
}
