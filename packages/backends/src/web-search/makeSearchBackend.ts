// A backend that is a search service: its service and its check.
import * as Effect from "effect/Effect"
import { type JsonClient, type JsonClientOptions, makeJsonClient } from "../http/JsonClient.ts"
import { checkSearch } from "./checkSearch.ts"
import { makeSearch, type SearchOptions } from "./makeSearch.ts"
import type { SearchServer } from "./SearchServer.ts"

/** Makes the backend. Nothing is sent before the first request. */
export const makeSearchBackend = (
  settings: JsonClientOptions & SearchOptions,
  serverOver: (client: JsonClient) => SearchServer
) =>
  Effect.map(makeJsonClient({ pricePerThousand: 0, ...settings, probePath: "/" }), (client) => {
    const server = serverOver(client)
    const search = makeSearch(server, settings)
    return { services: { search }, check: () => checkSearch(client, search, server.refusalAdvice) }
  })
