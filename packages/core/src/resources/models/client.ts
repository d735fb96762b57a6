// The model list over HTTP.
// Source: §4.9.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Send } from "../../client/RequestExecutor.ts"
import * as operation from "./operation.ts"
import { make, Models } from "./service.ts"

/** {@link Models} over HTTP, answers checked. */
export const layerClient = Layer.effect(
  Models,
  Effect.map(Send, (send) => {
    const { list } = make({ list: send.json(operation.list) })
    return { list: () => send.call(operation.list, list()) }
  })
)
