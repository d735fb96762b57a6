// The embeddings service over HTTP.
// Source: §4.6.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RequestExecutor } from "../../client/RequestExecutor.ts"
import * as operation from "./operation.ts"
import { Embeddings, make } from "./service.ts"

/** {@link Embeddings} over HTTP; responses are checked. */
export const layerClient = Layer.effect(
  Embeddings,
  Effect.map(RequestExecutor, ({ call, executeJson }) => {
    const { create } = make({ create: (request) => executeJson(operation.create, request) })
    return { create: (request) => call(operation.create, create(request)) }
  })
)
