// HTTP in, model list out.
// Source: §4.9.
import * as Effect from "effect/Effect"
import { routesOf } from "../../server/Route.ts"
import { ModelsApi } from "./server.ts"
import { Models } from "./service.ts"

/** The routes of the models group. */
export const routes = Effect.map(Models, (models) =>
  routesOf(ModelsApi.groups.models, { list: () => models.list() })
)
