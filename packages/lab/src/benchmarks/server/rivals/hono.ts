// Hono as a fetch handler, with its validator over the same ajv, and key, rate limit and headers by hand.
import { Hono } from "hono"
import { bodyLimit as limited } from "hono/body-limit"
import { validator } from "hono/validator"
import { randomUUID } from "node:crypto"
import { decided } from "../answers.ts"
import type { Serve } from "../subjects.ts"
import { bodyLimit, failure, isKnown, listenFetch, take, tooMany, unknownKey } from "./guards.ts"
import { makeCheck } from "./schemas.ts"

/** Serves decisions. */
export const serve: Serve = () => {
  const check = makeCheck()
  const app = new Hono()
  app.use(async (context, next) => {
    context.header("cache-control", "no-store")
    if (!isKnown(context.req.header("authorization"))) {
      context.header("www-authenticate", "Bearer")
      return context.json(unknownKey, 401)
    }
    context.header("x-request-id", randomUUID())
    const counted = take("default", "decisions")
    if (counted === undefined) return context.json(tooMany, 429)
    for (const [name, value] of Object.entries(counted)) context.header(name, value)
    return next()
  })
  app.post(
    "/v1/decisions",
    limited({ maxSize: bodyLimit }),
    validator("json", (value, context) => {
      if (check(value)) return value
      return context.json(failure(check.errors?.[0]?.message ?? "", "invalid_request_error"), 400)
    }),
    (context) => {
      const text = JSON.stringify(decided)
      context.header("content-type", "application/json")
      context.header("content-length", String(Buffer.byteLength(text)))
      return context.body(text)
    }
  )
  return listenFetch((request) => app.fetch(request))
}
