// A fake search engine: the query says whether it finds pages, fails or returns something invalid.
import { make, results, Search, type SearchRequest } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { failureNamed } from "./decisions.ts"

const page = (query: string, rank: number) => ({
  title: `${query} ${rank}`,
  url: `https://tides.example/${encodeURIComponent(query.toWellFormed())}/${rank}`,
  snippet: `What page ${rank} says about ${query}.`,
  date: "2026-11-20",
  last_updated: "2026-11-21"
})

const answer = (found: ReadonlyArray<unknown>) => ({
  id: "0199a1b2-0000-4000-8000-000000000000",
  server_time: "2026-11-21T08:30:00.000Z",
  results: found
})

const engine = ({ max_results, query }: SearchRequest) => {
  const [first = ""] = typeof query === "string" ? [query] : query
  const [order, what = ""] = first.split(":")
  const failure = failureNamed(what)
  if (order === "fail" && failure !== undefined) return Effect.fail(failure)
  if (order === "nulls") {
    return Effect.succeed(answer([{ ...page("nulls", 1), date: null, last_updated: null, ranked: 1 }]))
  }
  if (order === "nothing") return Effect.succeed(answer([]))
  const size = max_results ?? results.fallback
  const queries = typeof query === "string" ? [query] : Array.from(new Set(query))
  const found = Array.from({ length: size }, (_, rank) => queries.map((one) => page(one, rank + 1))).flat()
  return Effect.succeed(answer(found.slice(0, size)))
}

/**
 * The fake search service. It finds as many pages as requested. A query `fail:Tag` fails with that class,
 * `nothing` finds nothing, `nulls` has null dates.
 */
export const layerFakeSearch: Layer.Layer<Search> = Layer.succeed(Search, make({ create: engine }))
