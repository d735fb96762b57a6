// The search service: one method, held to the contract at both ends.
// Source: §2.9, §4.8.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { validateResponse, validateRequest } from "../../service/validate.ts"
import type { CallResult, EffectMethodTypes, MethodTypes } from "../../service/methodTypes.ts"
import { HeardResponse, SearchRequest, type SearchResponse, tidy } from "./schema.ts"

/**
 * The methods of search: Effects under {@link EffectMethodTypes}, promises under {@link PromiseMethodTypes}.
 * Each fails with an `ApiError`.
 */
export interface SearchMethods<T extends MethodTypes> {
  /** Finds pages, the best first. Nothing found is an empty list, no failure. */
  readonly create: (
    request: SearchRequest,
    ...options: T["options"]
  ) => CallResult<T, SearchResponse, ApiError.ApiError>
}

/** The search service, client or server side. */
export class Search extends Context.Service<Search, SearchMethods<EffectMethodTypes>>()(
  "@leadline/core/search/Search"
) {}

/** What an implementation supplies: the same method, before any check. */
export interface Engine {
  readonly create: (request: SearchRequest) => Effect.Effect<unknown, ApiError.ApiError>
}

const asked = validateRequest(SearchRequest)
const heard = validateResponse(HeardResponse)

/** Holds any implementation to the contract: the request going in, the answer coming out. */
export const make = (engine: Engine): Search["Service"] => ({
  create: asked((request) => Effect.map(heard(engine.create(request)), tidy))
})
