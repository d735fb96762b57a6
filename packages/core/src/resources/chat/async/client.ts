// Async chat over HTTP.
// Source: §4.11; create and get are Assumed: OAS.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { withQuery } from "../../../client/queryString.ts"
import { RequestExecutor } from "../../../client/RequestExecutor.ts"
import * as operation from "./operation.ts"
import { AsyncChat, make } from "./service.ts"
import type { CreateRequest } from "./schema.ts"

/** With an idempotency key a request can be sent twice and is still made once. */
const creating = ({ idempotency_key }: CreateRequest) =>
  typeof idempotency_key === "string" ? ({ ...operation.create, retry: "safe" } as const) : operation.create

/** {@link AsyncChat} over HTTP; responses are checked. */
export const layerClient = Layer.effect(
  AsyncChat,
  Effect.map(RequestExecutor, (send) => {
    const { create, get, list } = make({
      create: (request) => send.executeJson(creating(request), request),
      // The schema of the id allows no characters that need escaping.
      get: ({ id }) => send.executeJson({ ...operation.get, path: operation.get.path.replace(":id", id) }),
      list: (request) =>
        send.executeJson(withQuery(operation.list, { limit: request.limit, next_token: request.next_token }))
    })
    return {
      create: (request) => send.call(operation.create, create(request)),
      get: (request) => send.call(operation.get, get(request)),
      list: (request) => send.call(operation.list, list(request))
    }
  })
)
