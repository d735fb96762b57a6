// The decisions service over HTTP.
// Source: §4.1.
import { clientLayer } from "../../client/clientLayer.ts"
import * as operation from "./resource.ts"
import { Decisions, make } from "./service.ts"

/** {@link Decisions} over HTTP; responses are checked. */
export const layerClient = clientLayer(Decisions, ({ call, executeJson }) => {
  const { create } = make({ create: (request) => executeJson(operation.create, request) })
  return { create: (request) => call(operation.create, create(request)) }
})
