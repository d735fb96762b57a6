// Which pages of other origins may call from a browser: none, unless they are listed.
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { makeGate, type Table } from "./Router.ts"
import { ServerSettings } from "./ServerSettings.ts"

/** What a page may send; what it asks for is not repeated. */
const sent = "authorization, content-type"

/** What a page may read of an answer, besides what all may. */
const shown =
  "retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-ratelimit-used, x-request-id"

/** Seconds for which a browser need not ask again. */
const age = "600"

/**
 * Lets the listed origins call known paths, byte for byte as they are listed; never with cookies. To all others an answer
 * says nothing of origins, and their preflights are wrong methods. Stands before the gate.
 */
export const layer = (...apis: ReadonlyArray<Table>) =>
  Layer.unwrap(
    Effect.map(ServerSettings, ({ origins }) => {
      if (origins.length === 0) return Layer.empty
      const listed = new Set(origins)
      const judge = makeGate(...apis)
      return HttpRouter.middleware(
        (httpEffect) =>
          Effect.gen(function* () {
            const { headers, method, url } = yield* HttpServerRequest.HttpServerRequest
            const { origin } = headers
            const verdict = judge(method, url)
            if (origin === undefined || verdict === "notFound") return yield* httpEffect
            const given = { vary: "Origin" }
            if (!listed.has(origin)) {
              return HttpServerResponse.setHeaders(yield* httpEffect, given)
            }
            const allowed = { ...given, "access-control-allow-origin": origin }
            if (
              verdict !== "pass" &&
              method === "OPTIONS" &&
              headers["access-control-request-method"] !== undefined
            ) {
              return HttpServerResponse.empty({
                status: 204,
                headers: {
                  ...allowed,
                  "access-control-allow-methods": verdict.allow,
                  "access-control-allow-headers": sent,
                  "access-control-max-age": age
                }
              })
            }
            // A defect is answered further out, and that answer may be read, too.
            yield* HttpEffect.appendPreResponseHandler((_request, response) =>
              Effect.succeed(
                HttpServerResponse.setHeaders(response, {
                  ...allowed,
                  "access-control-expose-headers": shown
                })
              )
            )
            return yield* httpEffect
          }),
        { global: true }
      )
    })
  )
