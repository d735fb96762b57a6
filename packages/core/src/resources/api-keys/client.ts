// Key management over HTTP.
// Source: §4.2, §4.3.
import { clientLayer } from "../../client/clientLayer.ts"
import { ignoredBody } from "../../client/response/IgnoredBodyAttempt.ts"
import * as operation from "./operation.ts"
import { ApiKeys, make } from "./service.ts"

/** {@link ApiKeys} over HTTP; responses are checked. */
export const layerClient = clientLayer(ApiKeys, ({ call, execute, executeJson }) => {
  const { generate, revoke } = make({
    generate: (request) => executeJson(operation.generate, request),
    revoke: (request) => execute(operation.revoke, request, ignoredBody)
  })
  return {
    generate: (request) => call(operation.generate, generate(request)),
    revoke: (request) => call(operation.revoke, revoke(request))
  }
})
