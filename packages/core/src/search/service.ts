// The search service: one method, held to the contract at both ends.
// Source: §2.9, §4.8.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ApiError from "../errors/ApiError.ts"
import type { Call, EffectFace, Face } from "../shared/Face.ts"
import { HeardResponse, SearchRequest, type SearchResponse, tidy } from "./schema.ts"

/** The methods, under either carrier. */
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

const checkRequest = Schema.decodeUnknownEffect(Schema.toType(SearchRequest), {
  errors: "all",
  onExcessProperty: "error"
})
const checkResponse = Schema.decodeUnknownEffect(Schema.toType(HeardResponse))

/** Holds any implementation to the contract: the request going in, the answer coming out. */
export const make = (engine: Engine): Search["Service"] => ({
  create: Effect.fn("Search.create")(function* (request: SearchRequest) {
    const checked = yield* Effect.mapError(checkRequest(request), ApiError.invalidRequest)
    const heard = yield* Effect.mapError(Effect.flatMap(engine.create(checked), checkResponse), (error) =>
      error._tag === "SchemaError" ? ApiError.invalidResponse(error) : error
    )
    return tidy(heard)
  })
})
