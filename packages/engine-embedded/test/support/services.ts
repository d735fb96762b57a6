// A search service over three pages about a harbour town, and chat and responses over it.
import { Chat } from "@leadline/core/chat"
import { Responses } from "@leadline/core/responses"
import { make, Search, type SearchRequest } from "@leadline/core/search"
import type * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Embedded from "../../src/index.ts"
import { built, layerEngines, testOver } from "./engines.ts"

const pages = [
  {
    title: "Tides at Brest",
    url: "https://tides.example/brest",
    date: "2026-11-20",
    snippet:
      "# Tides at Brest\n\nHigh water at Brest is at 06:12 on Saturday. The tide range is 7.3 metres, the largest of the month.\n\n" +
      "## Spring tides\n\nSpring tides follow the full moon by two days. They flood the lower quay.\n\n" +
      "![Tide table](https://tides.example/img/table-640x480.png)\n![Harbour](/img/harbour.jpg?w=320&h=200)"
  },
  {
    title: "Harbour rules",
    url: "https://harbour.example/rules",
    last_updated: "2026-10-01",
    snippet:
      "# Harbour rules\n\nThe harbour master is Anne Le Goff. Boats longer than 24 metres need a pilot.\n\n" +
      "## Fees\n\n| Boat | Fee per night |\n|---|---|\n| Under 10 metres | 18 EUR |\n| Over 10 metres | 31 EUR |\n\n" +
      "```\nconst fee = 18\n```"
  },
  {
    title: "Ferries",
    url: "https://ferries.example/timetable",
    snippet:
      "# Ferries\n\nThe ferry to Ouessant leaves Brest at 08:30 every day. Tickets cost 22 EUR for adults. Write to tickets@ferries.example for groups.\n\n## How to book a seat\n\nSeats are booked at the office on the quay."
  }
]

const stop = new Set("the a an of at is in on to for and when what how does do who it".split(" "))
const words = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[a-z]{2,}|\d+/g) ?? [])
    .map((word) => word.replace(/s$/, ""))
    .filter((word) => !stop.has(word))

/** A question about the pages, and its answer. */
export const tide = "When is high water at Brest?"
export const atBrest = "High water at Brest is at 06:12 on Saturday [1]."

/** All search requests, in order. */
export const heard: Array<SearchRequest> = []

/** A search engine that ranks pages by the number of query words they contain. */
export const engine = {
  create: (request: SearchRequest): Effect.Effect<unknown, ApiError.ApiError> =>
    Effect.sync(() => {
      heard.push(request)
      const query = new Set([request.query].flat().flatMap(words))
      const domains = request.search_domain_filter ?? []
      const hitsOf = ({ snippet, title, url }: (typeof pages)[number]): number =>
        words(`${title} ${snippet} ${url}`).filter((word) => query.has(word)).length
      const results = pages
        .filter(({ url }) => domains.length === 0 || domains.some((name) => url.includes(name)))
        .filter((page) => hitsOf(page) > 0)
        .toSorted((a, b) => hitsOf(b) - hitsOf(a))
        .slice(0, request.max_results ?? 10)
      return { id: "s1", results, server_time: "2026-11-21T08:30:00.000Z" }
    })
}

/** Chat and responses over a search engine; default: the one above. */
export const services = (
  search: typeof engine = engine
): Layer.Layer<Chat | Responses, Embedded.EngineDataError> =>
  Layer.mergeAll(Embedded.layerChat, Embedded.layerResponses()).pipe(
    Layer.provide([Layer.succeed(Search, make(search)), layerEngines])
  )

/** {@link services} over the search engine above. */
export const harbour = await built(services())

/** A test over {@link harbour}. */
export const test = testOver(harbour)
