// The contextualized embeddings service over HTTP.
// Source: §4.6.
import { clientLayer } from "../../../client/clientLayer.ts"
import * as operation from "./resource.ts"
import { ContextualizedEmbeddings, make } from "./service.ts"

/** {@link ContextualizedEmbeddings} over HTTP; responses are checked. */
export const layerClient = clientLayer(ContextualizedEmbeddings, ({ call, executeJson }) => {
  const { create } = make({ create: (request) => executeJson(operation.create, request) })
  return { create: (request) => call(operation.create, create(request)) }
})
