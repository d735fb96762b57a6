// Fastify with its own JSON and ajv, and hooks for key, rate limit, request id and headers.
import { fastify, type FastifyError, type FastifyReply, type FastifyRequest } from "fastify"
import { randomUUID } from "node:crypto"
import type { AddressInfo } from "node:net"
import * as answers from "../answers.ts"
import type { Serve } from "../subjects.ts"
import { bodyLimit, connections, failure, isKnown, take, tooMany, unknownKey } from "./guards.ts"
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

/** Decisions answer 400 with an error object, the others 422 with a list. */
const refuse = ({ message, validation = [] }: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  request.routeOptions.url === "/v1/decisions"
    ? reply.code(400).send(failure(message, "invalid_request_error"))
    : reply.code(422).send({
        detail: validation.map(({ instancePath, keyword }) => ({
          loc: ["body", ...instancePath.split("/").slice(1)],
          msg: message,
          type: keyword
        }))
      })

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
  app.get("/v1/models", async (request, reply) => {
    reply.header("cache-control", "no-store").header("x-request-id", request.id)
    return answers.models
  })
  await app.register(async (keyed) => {
    keyed.addHook("onRequest", admit)
    keyed.get("/v1/skills", { schema: { querystring: schemas.page } }, async () => answers.skills)
    for (const [path, body, answer] of [
      ["/v1/decisions", schemas.decisions, answers.decided],
      ["/search", schemas.published("/search"), answers.found],
      ["/v1/sonar", schemas.published("/v1/sonar"), answers.chatted],
      ["/v1/embeddings", schemas.published("/v1/embeddings"), answers.embedded]
    ] as const)
      keyed.post(path, { schema: { body } }, async () => answer)
  })
  await app.listen({ port: 0, host: "127.0.0.1" })
  return (app.server.address() as AddressInfo).port
}
