// HTTP in, search service out.
// Source: §4.8.
import * as Effect from "effect/Effect"
import { routesOf } from "../../server/Route.ts"
import { SearchApi } from "./server.ts"
import { Search } from "./service.ts"

/** The routes of the search group. */
export const routes = Effect.map(Search, (search) =>
  routesOf(SearchApi.groups.search, { create: ({ payload }) => search.create(payload) })
)
