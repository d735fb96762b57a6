// Checks a search service for `leadline backends check`: reaches it, and makes one search.
import type { Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { adviceOn, checkReachable, type Finding, withLatency } from "../check/checks.ts"
import type { JsonClient } from "../http/JsonClient.ts"

/** Asks for its front page, and searches for one page. `refusalAdvice`: see `SearchServer`. */
export const checkSearch = (
  client: JsonClient,
  search: Search["Service"],
  refusalAdvice: string | undefined
): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const reachable = yield* checkReachable(client, "/", "any")
    if (reachable.some(({ isFailure }) => isFailure === true)) return reachable
    const { latency, value: result } = yield* withLatency(
      Effect.result(search.create({ query: "weather", max_results: 1 }))
    )
    if (Result.isSuccess(result)) {
      const { length } = result.success.results
      return [
        ...reachable,
        { capability: "search", value: latency },
        { capability: "results", value: length > 0 ? "yes" : "none for “weather”" }
      ]
    }
    const error = result.failure
    const isRefused = error._tag === "InternalServerError" && refusalAdvice !== undefined
    return [
      ...reachable,
      {
        capability: "search",
        value: error._tag,
        isFailure: true,
        advice: isRefused ? refusalAdvice : adviceOn(error)
      }
    ]
  })
