// Searches year by year, as a Stream, over fetch. A search has no next page: one call gives at most 20 results.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY; takes a query, the first and the last year.
import { Search } from "@leadline/core/search"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const { 2: query = "API keys", 3: first = "2020", 4: last = String(new Date().getFullYear()) } = process.argv
const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

/** The results of one year. Pages without a date are in none. */
const search = Effect.fn(function* (year: number) {
  const { results } = yield* (yield* Search).create({
    query,
    max_results: 20,
    // Both days are outside.
    search_after_date_filter: `12/31/${year - 1}`,
    search_before_date_filter: `01/01/${year + 1}`
  })
  return { year, results }
})

const program = Effect.gen(function* () {
  const seen = new Set<string>()
  const years = Stream.map(Stream.range(0, Number(last) - Number(first)), (ago) => Number(last) - ago)
  yield* Stream.runForEach(
    Stream.mapEffect(years, search),
    Effect.fn(function* ({ results, year }) {
      const found = results.filter(({ url }) => !seen.has(url))
      yield* Console.log(`${year}: ${found.length} pages`)
      for (const { date, title, url } of found) {
        seen.add(url)
        yield* Console.log(`  ${date} ${title}\n             ${url}`)
      }
    })
  )
  yield* Console.log(`${seen.size} pages in all`)
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
