// Searches as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { Search } from "@leadline/core/search"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const search = yield* Search
  const { results } = yield* search.create({ query: "How do I create an API key?", max_results: 4 })
  for (const { title, url } of results) yield* Console.log(`${title}\n  ${url}`)
  yield* Console.log(`${results.length} results`)
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
