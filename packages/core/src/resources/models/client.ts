// The model list over HTTP.
// Source: §4.9.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RequestExecutor } from "../../client/RequestExecutor.ts"
import * as operation from "./operation.ts"
import { make, Models } from "./service.ts"

/** {@link Models} over HTTP; responses are checked. */
export const layerClient = Layer.effect(
  Models,
  Effect.map(RequestExecutor, (send) => {
    const { list } = make({ list: send.executeJson(operation.list) })
    return { list: () => send.call(operation.list, list()) }
  })
)
