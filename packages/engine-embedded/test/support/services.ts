// A search service over three pages about a harbour town, chat and responses over it, and short requests.
import { Chat, type ChatRequest } from "@leadline/core/chat"
import { Responses, type ResponsesRequest } from "@leadline/core/responses"
import { make, Search, type SearchRequest } from "@leadline/core/search"
import type * as ApiError from "@leadline/core/errors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Embedded from "../../src/index.ts"
import { built, engines, layerEngines, testOver } from "./engines.ts"

const pages = [
  {
    title: "Tides at Brest",
    url: "https://tides.example/brest",
    date: "2026-11-20",
    snippet:
      "# Tides at Brest\n\nHigh water at Brest is at 06:12 on Saturday. The tide range is 7.3 metres, the largest of the month.\n\n" +
      "## Spring tides\n\nSpring tides follow the full moon by two days. They flood the lower quay."
  },
  {
    title: "Harbour rules",
    url: "https://harbour.example/rules",
    last_updated: "2026-10-01",
    snippet:
      "# Harbour rules\n\nThe harbour master is Anne Le Goff. Boats longer than 24 metres need a pilot.\n\n" +
      "## Fees\n\n| Boat | Fee per night |\n|---|---|\n| Under 10 metres | 18 EUR |\n| Over 10 metres | 31 EUR |"
  },
  {
    title: "Ferries",
    url: "https://ferries.example/timetable",
    snippet:
      "# Ferries\n\nThe ferry to Ouessant leaves Brest at 08:30 every day. Tickets cost 22 EUR for adults.\n\n## How to book a seat\n\nSeats are booked at the office on the quay."
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

/** Ranks pages by the number of query words they contain. */
const search = (request: SearchRequest): Effect.Effect<object, ApiError.ApiError> =>
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
    return { id: "s1", results, server_time: "2026-11-21T08:30:00.000Z" }
  })

/** Chat and responses over a search. */
const services = (create: typeof search): Layer.Layer<Chat | Responses, Embedded.EngineDataError> =>
  Layer.mergeAll(Embedded.layerChat, Embedded.layerResponses()).pipe(
    Layer.provide([Layer.succeed(Search, make({ create })), layerEngines])
  )

/** Chat and responses over a search that finds these pages, or fails. */
export const finding = (...results: ReadonlyArray<object>) =>
  services(() => Effect.succeed({ id: "s1", results }))
export const failing = (error: ApiError.ApiError) => services(() => Effect.fail(error))

/** A test over chat and responses over the pages of the harbour town, and the other engines. */
export const test = testOver(Context.merge(engines, await built(services(search))))

const ask = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: "sonar",
  messages: [{ role: "user", content }],
  ...more
})
/** Asks chat one question. */
export const createChat = (...asked: Parameters<typeof ask>) =>
  Chat.use(({ create }) => create(ask(...asked)))
export const chatText = (...asked: Parameters<typeof ask>) =>
  Effect.map(createChat(...asked), ({ choices }) => choices[0]?.message.content)
export const chatEvents = (...asked: Parameters<typeof ask>) =>
  Chat.use(({ stream }) => Effect.flatMap(stream(ask(...asked)), Stream.runCollect))

export const createResponse = (request: ResponsesRequest) => Responses.use(({ create }) => create(request))
export const responseEvents = (request: ResponsesRequest) =>
  Responses.use(({ stream }) => Effect.flatMap(stream(request), Stream.runCollect))
/** The type and the place of the error of a request that is refused. */
export const refused = (request: ResponsesRequest) =>
  Effect.map(Effect.flip(createResponse(request)), (error) =>
    error._tag === "InvalidRequestError" ? [error.type, error.param] : [error._tag]
  )
