// Sends the request id also under the name that clients of the dialect read.
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"

/** Copies `x-request-id` to `x-typesafe-request-id`. */
export class RequestId extends HttpApiMiddleware.Service<RequestId>()(
  "@leadline/core/decisions/systemone/RequestId"
) {}

/** {@link RequestId}. */
export const layer = Layer.succeed(
  RequestId,
  RequestId.of((httpEffect) =>
    Effect.andThen(
      HttpEffect.appendPreResponseHandler((_request, response) => {
        const id = response.headers["x-request-id"]
        return Effect.succeed(
          id === undefined ? response : HttpServerResponse.setHeader(response, "x-typesafe-request-id", id)
        )
      }),
      httpEffect
    )
  )
)
