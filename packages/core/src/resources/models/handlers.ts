// HTTP in, model list out.
// Source: §4.9.
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ModelsApi } from "./endpoint.ts"
import { Models } from "./service.ts"

/** The handlers of the models group. */
export const layerHandlers = HttpApiBuilder.group(
  ModelsApi,
  "models",
  Effect.fnUntraced(function* (handlers) {
    const models = yield* Models
    return handlers.handleAll({ list: () => models.list() })
  })
)
