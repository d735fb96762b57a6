// The search service over HTTP.
// Source: §4.8.
import { clientLayer } from "../../client/clientLayer.ts"
import * as operation from "./resource.ts"
import { make, Search } from "./service.ts"

/** {@link Search} over HTTP; responses are checked. */
export const layerClient = clientLayer(Search, ({ call, executeJson }) => {
  const { create } = make({ create: (request) => executeJson(operation.create, request) })
  return { create: (request) => call(operation.create, create(request)) }
})
