// The admin API as a request listener for the admin port.
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { AdminApi } from "./api.ts"
import { layerHandlers } from "./operationHandlers.ts"
import { openapiPath, withAdminRules } from "./requestRules.ts"
import { layerOperatorToken } from "./operatorToken.ts"

/** A list of 10,000 ids fits. */
const maxBody = ByteSize.mebibytes(1)

/** Makes the listener. Its work ends with the scope. */
export const makeAdminHandler = Effect.fnUntraced(function* (token: Redacted.Redacted) {
  const api = HttpApiBuilder.layer(AdminApi, { openapiPath }).pipe(
    Layer.provide(layerHandlers),
    Layer.provide(layerOperatorToken(token)),
    Layer.provide(HttpApiMiddleware.layerProblemDetails({ includeDetails: true })),
    Layer.provide(NodeHttpServer.layerHttpServices)
  )
  return yield* NodeHttpServer.makeHandler(
    Effect.provideService(withAdminRules(yield* HttpRouter.toHttpEffect(api)), MaxBodySize, maxBody),
    { scope: yield* Effect.scope }
  )
})
