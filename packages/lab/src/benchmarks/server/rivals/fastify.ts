// Fastify with its own JSON and ajv, and hooks for key, rate limit, request id and headers.
import { fastify, type FastifyReply, type FastifyRequest } from "fastify"
import { randomUUID } from "node:crypto"
import type { AddressInfo } from "node:net"
import * as canned from "../cannedResponses.ts"
import type { Serve } from "../Subject.ts"
import { bodyLimit, connections, detail, invalid, isKnown, take, tooMany, unknownKey } from "./guards.ts"
import * as schemas from "./schemas.ts"

const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
  reply.header("cache-control", "no-store")
  if (!isKnown(request.headers.authorization)) {
    return reply.code(401).header("www-authenticate", "Bearer").send(unknownKey)
  }
  reply.header("x-request-id", request.id)
  const counted = take("default", request.routeOptions.url ?? "")
  if (counted === undefined) return reply.code(429).send(tooMany)
  reply.headers(counted)
  return undefined
}

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"])

/** A route without a key counts by address, this machine's own excepted. */
const admitAddress = async (request: FastifyRequest, reply: FastifyReply) => {
  reply.header("cache-control", "no-store").header("x-request-id", request.id)
  return loopback.has(request.ip) || take(request.ip, "keyless") !== undefined
    ? undefined
    : reply.code(429).send(tooMany)
}

const unread = { instancePath: "", keyword: "", message: "The body cannot be read" }

interface Invalid {
  readonly validation?: ReadonlyArray<typeof unread>
}

/** Decisions answer 400 with an error object, the others 422 with a list. */
const refuse = ({ validation }: Invalid, request: FastifyRequest, reply: FastifyReply) => {
  const [issue = unread] = validation ?? []
  return request.routeOptions.url === "/v1/decisions"
    ? reply.code(400).send(invalid(issue, request.body))
    : reply.code(422).send(detail(issue))
}

/** Serves every route of the benchmark. */
export const serve: Serve = async () => {
  const app = fastify({
    ...connections,
    ajv: { customOptions: schemas.ajvOptions },
    bodyLimit,
    genReqId: () => randomUUID()
  })
  app.setErrorHandler(refuse)
  app.setNotFoundHandler((_request, reply) => reply.code(404).header("cache-control", "no-store").send())
  await app.register(async (open) => {
    open.addHook("onRequest", admitAddress)
    open.get("/v1/models", async () => canned.models)
  })
  await app.register(async (keyed) => {
    keyed.addHook("onRequest", admit)
    keyed.get("/v1/skills", { schema: { querystring: schemas.page } }, async () => canned.skills)
    keyed.post("/v1/decisions", { schema: { body: schemas.decisions } }, async () => canned.decided)
    keyed.post("/search", { schema: { body: schemas.published("/search") } }, async () => canned.found)
    keyed.post("/v1/sonar", { schema: { body: schemas.published("/v1/sonar") } }, async () => canned.chatted)
    keyed.post(
      "/v1/embeddings",
      { schema: { body: schemas.published("/v1/embeddings") } },
      async () => canned.embedded
    )
  })
  await app.listen({ port: 0, host: "127.0.0.1" })
  return (app.server.address() as AddressInfo).port
}
