// Key management over HTTP.
// Source: §4.2, §4.3.
import { clientLayer } from "../../client/clientLayer.ts"
import * as operation from "./operation.ts"
import { ApiKeys, make } from "./service.ts"

/** {@link ApiKeys} over HTTP; responses are checked. */
export const layerClient = clientLayer(ApiKeys, ({ call, executeJson }) => {
  const { generate, revoke } = make({
    generate: (request) => executeJson(operation.generate, request),
    revoke: (request) => executeJson(operation.revoke, request)
  })
  return {
    generate: (request) => call(operation.generate, generate(request)),
    revoke: (request) => call(operation.revoke, revoke(request))
  }
})
