// The last touch on every answer: request id, no caching, and a plain 500 in place of a defect.
// Source: §2.4, §4.1, §7.1; Assumed: ours for `cache-control` and ids off decisions.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { internalError } from "../errors/bodies.ts"

const failed = HttpServerResponse.jsonUnsafe(internalError, { status: 500 })

/** A wrong path is the only 404 without a body; it and 401 carry no id. */
const anonymous = (response: HttpServerResponse.HttpServerResponse): boolean =>
  response.status === 401 || (response.status === 404 && response.body._tag === "Empty")

/** Stamps `x-request-id` and `cache-control: no-store`; logs defects and answers them with a fixed 500. */
export const layer = HttpRouter.middleware(
  (httpEffect) =>
    Effect.suspend(() => {
      const requestId = SecureRandom.uuidV4Unsafe()
      return httpEffect.pipe(
        Effect.catchCauseIf(
          (cause) => !Cause.hasInterruptsOnly(cause),
          (cause) => Effect.as(Effect.logError("A request failed unexpectedly", cause), failed)
        ),
        Effect.annotateLogs({ requestId }),
        Effect.map((response) =>
          HttpServerResponse.setHeaders(response, {
            "cache-control": "no-store",
            ...(response.body._tag === "Empty" && response.status !== 204 ? { "content-length": "0" } : {}),
            ...(anonymous(response) ? {} : { "x-request-id": requestId })
          })
        )
      )
    }),
  { global: true }
)
