// What others' servers take for the same answers: node:http alone, Fastify and Hono with key, limiter and rules.
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { answers } from "../client/bodies.ts"
import { bodyLimit, failure, isKnown, stamped, take } from "./guards.ts"
import { ajvOptions, makeCheck, schema } from "./rules.ts"
import { key, type Serve } from "./Subject.ts"

const scripted: unknown = JSON.parse(answers.decision)

const portOf = (server: Pick<Server, "address">): number => (server.address() as AddressInfo).port

const listening = (listener: RequestListener) =>
  new Promise<number>((resolve) => {
    const server = createServer(listener)
    server.keepAliveTimeout = 65_000
    server.listen(0, "127.0.0.1", () => resolve(portOf(server)))
  })

/** JSON.parse and JSON.stringify, no check of anything. */
export const raw: Serve = () =>
  listening((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      JSON.parse(Buffer.concat(chunks).toString())
      const body = JSON.stringify(scripted)
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body)
      })
      response.end(body)
    })
  })

/** Fastify with its own JSON and its own ajv, hooks for key and limiter. */
export const fastify: Serve = async () => {
  const { fastify: make } = await import("fastify")
  const app = make({ bodyLimit, ajv: { customOptions: ajvOptions }, keepAliveTimeout: 65_000 })
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(stamped())
    if (!isKnown(request.headers.authorization)) {
      return reply.code(401).send(failure("Invalid API key.", "invalid_api_key"))
    }
    const counted = take("default")
    if (counted === undefined) return reply.code(429).send(failure("Too many.", "too_many_requests"))
    reply.headers(counted)
    return undefined
  })
  app.setErrorHandler((error, _request, reply) =>
    reply.code(400).send(failure(String(error), "invalid_request_error"))
  )
  app.post("/v1/decisions", { schema: { body: schema } }, async () => scripted)
  await app.listen({ port: 0, host: "127.0.0.1" })
  return portOf(app.server)
}

/** Hono on its Node adapter, with its validator over the same ajv. */
export const hono: Serve = async () => {
  const { Hono } = await import("hono")
  const { validator } = await import("hono/validator")
  const { bodyLimit: limited } = await import("hono/body-limit")
  const { serve } = await import("@hono/node-server")
  const check = makeCheck()
  const app = new Hono()
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(stamped())) context.header(name, value)
    if (!isKnown(context.req.header("authorization"))) {
      return context.json(failure("Invalid API key.", "invalid_api_key"), 401)
    }
    const counted = take("default")
    if (counted === undefined) return context.json(failure("Too many.", "too_many_requests"), 429)
    for (const [name, value] of Object.entries(counted)) context.header(name, value)
    return next()
  })
  app.post(
    "/v1/decisions",
    limited({ maxSize: bodyLimit }),
    validator("json", (value, context) =>
      check(value) ? value : context.json(failure("Not valid.", "invalid_request_error"), 400)
    ),
    (context) => context.json(scripted as object)
  )
  return new Promise<number>((resolve) => {
    serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(port))
  })
}

/** Pipes both bodies through undici, puts its own key on; no check of anything. */
export const bareProxy: Serve = async ({ upstream }) => {
  const { Agent, request: ask } = await import("@effect/platform-node/Undici")
  const dispatcher = new Agent({ connections: 10_000, pipelining: 1, keepAliveTimeout: 4_000 })
  return listening((request, response) => {
    ask(upstream + (request.url ?? ""), {
      dispatcher,
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "content-length": request.headers["content-length"] ?? ""
      },
      body: request
    }).then(
      ({ body, headers, statusCode }) => {
        response.writeHead(statusCode, {
          "content-type": String(headers["content-type"]),
          "content-length": String(headers["content-length"]),
          "x-request-id": String(headers["x-request-id"])
        })
        body.pipe(response)
      },
      () => response.writeHead(502).end()
    )
  })
}
