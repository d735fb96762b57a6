// HTTP in, key management out.
// Source: §4.2, §4.3.
import * as Effect from "effect/Effect"
import { routesOf } from "../../server/Route.ts"
import { ApiKeysApi } from "./server.ts"
import { ApiKeys } from "./service.ts"

/** The routes of the key group. */
export const routes = Effect.map(ApiKeys, (apiKeys) =>
  routesOf(ApiKeysApi.groups.apiKeys, {
    generate: ({ payload }) => apiKeys.generate(payload),
    revoke: ({ payload }) => apiKeys.revoke(payload)
  })
)
