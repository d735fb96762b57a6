// The search service: one method, held to the contract at both ends.
// Source: §2.9, §4.8.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { answering, asking } from "../../service/validate.ts"
import type { Call, EffectFace, Face } from "../../service/methodTypes.ts"
import { HeardResponse, SearchRequest, type SearchResponse, tidy } from "./schema.ts"

/**
 * The methods of search: Effects under {@link EffectFace}, promises under {@link PromiseFace}.
 * Each fails with an `ApiError`.
 */
export interface SearchMethods<F extends Face> {
  /** Finds pages, the best first. Nothing found is an empty list, no failure. */
  readonly create: (request: SearchRequest, ...rest: F["rest"]) => Call<F, SearchResponse, ApiError.ApiError>
}

/** The search service, client or server side. */
export class Search extends Context.Service<Search, SearchMethods<EffectFace>>()(
  "@leadline/core/search/Search"
) {}

/** What an implementation supplies: the same method, before any check. */
export interface Engine {
  readonly create: (request: SearchRequest) => Effect.Effect<unknown, ApiError.ApiError>
}

const asked = asking(SearchRequest)
const heard = answering(HeardResponse)

/** Holds any implementation to the contract: the request going in, the answer coming out. */
export const make = (engine: Engine): Search["Service"] => ({
  create: asked((request) => Effect.map(heard(engine.create(request)), tidy))
})
