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
  Effect.map(RequestExecutor, ({ call, executeJson }) => {
    const { list } = make({ list: executeJson(operation.list) })
    return { list: () => call(operation.list, list()) }
  })
)
