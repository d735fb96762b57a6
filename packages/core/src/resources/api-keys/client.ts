// Key management over HTTP.
// Source: §4.2, §4.3.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RequestExecutor } from "../../client/RequestExecutor.ts"
import * as operation from "./operation.ts"
import { ApiKeys, make } from "./service.ts"

/** {@link ApiKeys} over HTTP; responses are checked. */
export const layerClient = Layer.effect(
  ApiKeys,
  Effect.map(RequestExecutor, (send) => {
    const { generate, revoke } = make({
      generate: (request) => send.executeJson(operation.generate, request),
      revoke: (request) => send.executeJson(operation.revoke, request)
    })
    return {
      generate: (request) => send.call(operation.generate, generate(request)),
      revoke: (request) => send.call(operation.revoke, revoke(request))
    }
  })
)
