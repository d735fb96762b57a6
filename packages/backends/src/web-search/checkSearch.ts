// What a search service can do, for `leadline backends check`: one search.
import type { Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Finding } from "../check/Finding.ts"
import { withLatency } from "../check/withLatency.ts"

/** Searches for one page. */
export const checkSearch = (search: Search["Service"]): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const { latency, value: result } = yield* withLatency(
      Effect.result(search.create({ query: "weather", max_results: 1 }))
    )
    if (Result.isSuccess(result)) {
      const { length } = result.success.results
      return [
        { capability: "search", value: latency },
        { capability: "results", value: length > 0 ? "yes" : "none for “weather”" }
      ]
    }
    return [
      {
        capability: "search",
        value: result.failure._tag,
        isFailure: true,
        advice: `${result.failure.message} The log says more.`
      }
    ]
  })
