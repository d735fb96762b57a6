// HTTP in, key management out.
// Source: §4.2, §4.3.
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ApiKeysApi } from "./endpoint.ts"
import { ApiKeys } from "./service.ts"

/** The handlers of the key group. */
export const layerHandlers = HttpApiBuilder.group(
  ApiKeysApi,
  "apiKeys",
  Effect.fnUntraced(function* (handlers) {
    const apiKeys = yield* ApiKeys
    return handlers.handleAll({
      generate: ({ payload }) => apiKeys.generate(payload),
      revoke: ({ payload }) => apiKeys.revoke(payload)
    })
  })
)
