// The search service: one method, checked at both ends.
// Source: §2.9, §4.8.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { validateResponse, validateRequest } from "../../validation/validate.ts"
import type { CallResult, EffectMethodTypes, MethodTypes } from "../../validation/methodTypes.ts"
import { LenientResponse, SearchRequest, type SearchResponse, withoutNulls } from "./schema.ts"

/**
 * The methods of search: Effects with {@link EffectMethodTypes}, promises with `PromiseMethodTypes`.
 * Each fails with an `ApiError`.
 */
export interface SearchMethods<T extends MethodTypes> {
  /**
   * Finds pages, the best first: at most `max_results`, and there is no next page. More are found by several calls with
   * other dates or domains. No result is an empty list, not a failure.
   */
  readonly create: (
    request: SearchRequest,
    ...options: T["options"]
  ) => CallResult<T, SearchResponse, ApiError.ApiError>
}

/** The search service, the same on client and server. */
export class Search extends Context.Service<Search, SearchMethods<EffectMethodTypes>>()(
  "@leadline/core/search/Search"
) {}

/** What an implementation supplies: the same method, unchecked. */
export interface Engine {
  readonly create: (request: SearchRequest) => Effect.Effect<unknown, ApiError.ApiError>
}

const checkRequest = validateRequest(SearchRequest)
const checkResponse = validateResponse(LenientResponse)

/** Makes the service of an implementation: requests are checked before it sees them, responses after. */
export const make = (engine: Engine): Search["Service"] => ({
  create: checkRequest((request) => Effect.map(checkResponse(engine.create(request)), withoutNulls))
})
