// HTTP in, search service out.
// Source: §4.8.
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { SearchApi } from "./endpoint.ts"
import { Search } from "./service.ts"

/** The handlers of the search group. */
export const layerHandlers = HttpApiBuilder.group(
  SearchApi,
  "search",
  Effect.fnUntraced(function* (handlers) {
    const search = yield* Search
    return handlers.handleAll({ create: ({ payload }) => search.create(payload) })
  })
)
