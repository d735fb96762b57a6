// The kind `exa`: the Exa search API.
import { valueAt } from "../json/unknownJson.ts"
import { backendKind } from "../kinds/BackendKind.ts"
import { ageOf } from "./dates.ts"
import { searchFields } from "./settings.ts"
import { makeSearchBackend } from "./makeSearchBackend.ts"
import { readResults } from "./readResults.ts"
import type { SearchPlan } from "./SearchServer.ts"
import { unsupportedOf } from "./unsupported.ts"

const categories = { academic: "publication", sec: "financial report", web: undefined } as const

/** The span of publication, as times. */
const spanOf = ({ firstDay, lastDay, now, recency }: SearchPlan) => ({
  ...(firstDay !== undefined && { startPublishedDate: `${firstDay}T00:00:00.000Z` }),
  ...(lastDay !== undefined && { endPublishedDate: `${lastDay}T23:59:59.999Z` }),
  ...(recency !== undefined && { startPublishedDate: new Date(now - ageOf[recency]).toISOString() })
})

const bodyOf = (plan: SearchPlan) => {
  const { count, country, exclude, include, mode, query, snippetLength } = plan
  const category = categories[mode]
  return {
    query,
    numResults: count,
    contents: { text: { maxCharacters: snippetLength } },
    ...(country !== undefined && { userLocation: country }),
    ...(include.length > 0 && { includeDomains: include }),
    ...(exclude.length > 0 && { excludeDomains: exclude }),
    ...(category !== undefined && { category }),
    ...spanOf(plan)
  }
}

/** The Exa search API. */
export const exa = backendKind({
  name: "exa",
  resources: ["search"],
  fields: searchFields,
  defaultUrl: "https://api.exa.ai",
  url: "withoutV1",
  apiKey: "required",
  make: (settings) =>
    makeSearchBackend({ ...settings, keyHeader: "x-api-key" }, (client) => ({
      unsupported: (request) => unsupportedOf(request, ["search_language_filter"]),
      search: (plan) =>
        client.call({ operation: "search.create", path: "/search", body: bodyOf(plan) }, (answer) =>
          readResults(valueAt(answer, "results"), {
            snippet: ["text", "summary", "highlights"],
            published: ["publishedDate"]
          })
        )
    }))
})
