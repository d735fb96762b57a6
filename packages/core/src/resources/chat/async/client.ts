// Async chat over HTTP.
// Source: §4.11; create and get are Assumed: OAS.
import { withQuery } from "../../../client/queryString.ts"
import { clientLayer } from "../../../client/clientLayer.ts"
import * as operation from "./operation.ts"
import { AsyncChat, make } from "./service.ts"
import type { CreateRequest } from "./schema.ts"

/** With an idempotency key a request can be sent twice and is still made once. */
const creating = ({ idempotency_key }: CreateRequest) =>
  typeof idempotency_key === "string" ? ({ ...operation.create, retry: "safe" } as const) : operation.create

/** {@link AsyncChat} over HTTP; responses are checked. */
export const layerClient = clientLayer(AsyncChat, ({ call, executeJson }) => {
  const { create, get, list } = make({
    create: (request) => executeJson(creating(request), request),
    // The schema of the id allows no characters that need escaping.
    get: ({ id }) => executeJson({ ...operation.get, path: operation.get.path.replace(":id", id) }),
    list: (request) =>
      executeJson(withQuery(operation.list, { limit: request.limit, next_token: request.next_token }))
  })
  return {
    create: (request) => call(operation.create, create(request)),
    get: (request) => call(operation.get, get(request)),
    list: (request) => call(operation.list, list(request))
  }
})
