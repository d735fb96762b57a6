// The last touch on every answer: request id, no caching, a plain 500 in place of a defect, 503 when the server cannot.
// Source: §2.4, §4.1, §7.1; Assumed: ours for `cache-control`, ids off decisions, and when it cannot.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { internalError, errorObject, outageMessages } from "../../errors/bodies.ts"
import { Drain } from "../lifecycle/Shutdown.ts"
import { Load } from "../lifecycle/LoadShedding.ts"
import { gateRefusals } from "../telemetry/metrics.ts"
import { CurrentRequest } from "../RequestContext.ts"
import { makeRequestId } from "../requestId.ts"

const failed = HttpServerResponse.jsonUnsafe(internalError, { status: 500 })

/** Another try may reach another server, or a better moment. */
const unavailable = HttpServerResponse.jsonUnsafe(errorObject(outageMessages.unavailable), {
  status: 503,
  headers: { "retry-after": "1" }
})

const bodiless = new Set(["GET", "HEAD", "DELETE", "OPTIONS"])

/**
 * Stamps `x-request-id` and `cache-control: no-store`; logs defects and answers them with a fixed 500. Of a process
 * that is too busy whoever sends a body gets 503, unread; of a server that ends everybody does, and connections close.
 */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const drain = yield* Drain
    const load = yield* Load
    const isShed = (method: string): boolean =>
      drain.phase() === "ending" || (!bodiless.has(method) && load.isOverloaded())
    return HttpRouter.middleware(
      (httpEffect) =>
        Effect.withFiber((fiber) => {
          const requestId = fiber.getRef(CurrentRequest)?.id ?? makeRequestId()
          return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method }): typeof httpEffect => {
            if (!isShed(method)) return httpEffect
            gateRefusals({ reason: "shed" }).updateUnsafe(1, fiber.context)
            return Effect.succeed(unavailable)
          }).pipe(
            Effect.catchCauseIf(
              (cause) => !Cause.hasInterruptsOnly(cause) || drain.phase() === "ending",
              (cause) =>
                Cause.hasInterruptsOnly(cause)
                  ? Effect.succeed(unavailable)
                  : Effect.as(Effect.logError("A request failed unexpectedly", cause), failed)
            ),
            Effect.annotateLogs({ requestId }),
            Effect.map((response) => {
              const { status } = response
              const isEmpty = response.body._tag === "Empty"
              const isNoPath = status === 404 && isEmpty
              if (isNoPath || status === 405) {
                gateRefusals({ reason: isNoPath ? "path" : "method" }).updateUnsafe(1, fiber.context)
              }
              return HttpServerResponse.setHeaders(response, {
                "cache-control": "no-store",
                ...(isEmpty && status !== 204 ? { "content-length": "0" } : {}),
                ...(drain.phase() === "serving" ? {} : { connection: "close" }),
                // A wrong path is the only 404 without a body; it and 401 carry no id.
                ...(isNoPath || status === 401 ? {} : { "x-request-id": requestId })
              })
            })
          )
        }),
      { global: true }
    )
  })
)
