// The kind `searxng`: a SearXNG instance, whose settings allow JSON.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { unavailableNow } from "../http/mapStatus.ts"
import { listAt, valueAt } from "../json/unknownJson.ts"
import { backendKind } from "../kinds/BackendKind.ts"
import { siteOperators } from "./domains.ts"
import { searchFields } from "./settings.ts"
import { makeSearchBackend } from "./makeSearchBackend.ts"
import { readResults } from "./readResults.ts"
import type { SearchPlan } from "./SearchServer.ts"
import { unsupportedOf } from "./unsupported.ts"

const jsonOff =
  "SearXNG refuses JSON: add json to search.formats in its settings.yml, and let its limiter pass this server"

/** `de-DE`, `de`, or none: a region needs a language. */
const languageOf = ({ country, language }: SearchPlan): string | undefined =>
  language === undefined ? undefined : country === undefined ? language : `${language}-${country}`

const parametersOf = (plan: SearchPlan) => ({
  format: "json",
  q: [plan.query, siteOperators(plan.include, plan.exclude), plan.mode === "sec" ? "site:sec.gov" : ""]
    .filter((part) => part !== "")
    .join(" "),
  language: languageOf(plan),
  // It knows no hour: the results are cut to it.
  time_range: plan.recency === "hour" ? "day" : plan.recency,
  pageno: plan.page > 1 ? String(plan.page) : undefined,
  categories: plan.mode === "academic" ? "science" : undefined
})

/** A SearXNG instance. */
export const searxng = backendKind({
  name: "searxng",
  resources: ["search"],
  fields: {
    ...searchFields,
    engines: Schema.optionalKey(Schema.NonEmptyString).annotate({
      description: "Names of its engines to use, separated by commas. Default: those it is set to."
    })
  },
  url: "withoutV1",
  make: (settings) =>
    makeSearchBackend(settings, (client) => ({
      refusalAdvice: `${jsonOff}.`,
      // Each of its engines sends about so many.
      pageSize: 10,
      unsupported: (request) =>
        unsupportedOf(request, request.search_language_filter?.length ? [] : ["country"]),
      search: (plan) =>
        Effect.gen(function* () {
          const { found, unresponsive } = yield* client.call(
            {
              operation: "search.create",
              path: "/search",
              query: { ...parametersOf(plan), engines: settings.engines },
              advice: (status) => (status === 403 ? jsonOff : undefined)
            },
            (answer) =>
              Effect.map(
                readResults(valueAt(answer, "results"), {
                  snippet: ["content"],
                  published: ["publishedDate"]
                }),
                (pages) => ({ found: pages, unresponsive: listAt(answer, "unresponsive_engines") })
              )
          )
          // Its own engines failed: an empty list would say that there is nothing.
          if (found.length === 0 && unresponsive.length > 0) return yield* unavailableNow()
          return found
        })
    }))
})
