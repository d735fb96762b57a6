// The span of an operation beneath the server's HTTP span; none when nobody traces.
// Source: none; the shape of the library itself.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import { CountedAs } from "./RateLimit.ts"
import { isTraced } from "./tracing.ts"

/** Stands around body, schema and handler. */
export class OperationSpan extends HttpApiMiddleware.Service<OperationSpan>()(
  "@leadline/core/http/OperationSpan"
) {}

/** {@link OperationSpan}, named as the client names its call: `Decisions.create`, whichever path led there. */
export const layer = Layer.succeed(
  OperationSpan,
  OperationSpan.of((httpEffect, { endpoint, group }) => {
    const own = Context.get(endpoint.annotations, CountedAs) ?? `${group.identifier}.${endpoint.identifier}`
    const name = own.replace(/(?:^|-)\w/g, (start) => start.slice(-1).toUpperCase())
    return Effect.withFiber((fiber) =>
      isTraced(fiber) ? Effect.withSpan(httpEffect, name, { captureStackTrace: false }) : httpEffect
    )
  })
)
